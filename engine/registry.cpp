#include "engine/registry.hpp"

#include "engine/quotes.hpp"

namespace starling {

std::map<std::string, RegisteredEnvironment>& registry() {
  static std::map<std::string, RegisteredEnvironment> environments;
  return environments;
}

const RegisteredEnvironment& find_environment(const std::string& name) {
  const auto found = registry().find(name);
  if (found != registry().end()) return found->second;
  std::string known;
  for (const auto& [other, environment] : registry()) {
    known += (known.empty() ? "" : ", ") + other;
  }
  throw Error(Refusal::Usage, "unknown environment " + in_quotes(name) + "; this program has " +
                                  (known.empty() ? "none" : known));
}

PreparedEnvironment::PreparedEnvironment(const std::string& name, const OptionTexts& options)
    : RegisteredEnvironment(find_environment(name)) {
  RunSetup setup = set_up(options);
  description.set_rows(setup.table_rows);
  description.set_strips(setup.strip_lengths);
  shared = std::move(setup.shared);
  for (const SharedData::Array& array : shared)
    description.shared_bytes += static_cast<std::int64_t>(array.bytes.size());
}

std::vector<OptionHelp> environment_options(const std::string& environment) {
  return find_environment(environment).set_up({}).options;
}

std::vector<std::string> environment_names() {
  std::vector<std::string> names;
  for (const auto& [name, environment] : registry())
    names.push_back(name);
  return names;
}

}  // namespace starling
