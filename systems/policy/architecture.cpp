#include "systems/policy/architecture.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/quotes.hpp"
#include "systems/policy/whole_number.hpp"

namespace starling::policy {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t most_tokens = 65536;
constexpr std::int64_t most_features = 4096;
constexpr std::int64_t most_choices = 1024;
constexpr std::int64_t most_types = 16;
constexpr std::int64_t most_actions = 32;

std::string text_of(const TensorFile& file, const std::string& key) {
  const auto found = file.metadata().find(key);
  if (found == file.metadata().end()) file.refuse("has no metadata '" + key + "'");
  return found->second;
}

std::int64_t number_of(const TensorFile& file, const std::string& key) {
  const std::string text = text_of(file, key);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    file.refuse("metadata '" + key + "' is " + in_quotes(text) + ", no whole number");
  return number;
}

void check_range(const TensorFile& file, const std::string& what, std::int64_t number,
                 std::int64_t lowest, std::int64_t highest) {
  if (number < lowest || number > highest) {
    file.refuse(what + " is " + std::to_string(number) + "; supported is " +
                std::to_string(lowest) + " to " + std::to_string(highest));
  }
}

Json list_of(const TensorFile& file, const std::string& key, std::int64_t most) {
  Json list = Json::parse(text_of(file, key), nullptr, false);
  if (!list.is_array()) file.refuse("metadata '" + key + "' is no JSON list");
  check_range(file, "the length of '" + key + "'", static_cast<std::int64_t>(list.size()), 1, most);
  return list;
}

std::vector<TokenType> types_of(const TensorFile& file) {
  std::vector<TokenType> types;
  std::set<std::string> names;
  for (const Json& entry : list_of(file, "types", most_types)) {
    if (!entry.is_array() || entry.size() != 3 || !entry[0].is_string() ||
        whole_number(entry[1]) < 0 || whole_number(entry[2]) < 0) {
      file.refuse("metadata 'types' lists something that is not [name, features, count]");
    }
    const TokenType type{entry[0].get<std::string>(), whole_number(entry[1]),
                         whole_number(entry[2])};
    const std::string what = "token type " + in_quotes(type.name);
    if (!names.insert(type.name).second) file.refuse(what + " is listed twice");
    check_range(file, what + ": its number of features", type.features, 1, most_features);
    check_range(file, what + ": its number of entities", type.count, 1, most_tokens);
    types.push_back(type);
  }
  return types;
}

std::vector<std::int64_t> actions_of(const TensorFile& file) {
  std::vector<std::int64_t> actions;
  for (const Json& choices : list_of(file, "actions", most_actions)) {
    actions.push_back(whole_number(choices));
    if (actions.back() < 0) file.refuse("metadata 'actions' lists what is no whole number");
    check_range(file, "the number of choices of action " + std::to_string(actions.size() - 1),
                actions.back(), 1, most_choices);
  }
  return actions;
}

float norm_eps_of(const TensorFile& file) {
  const std::string text = text_of(file, "norm_eps");
  float eps = 0.0F;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), eps);
  if (error != std::errc{} || end != text.data() + text.size() || !(eps > 0.0F && eps < 1.0F))
    file.refuse("metadata 'norm_eps' is " + in_quotes(text) + ", no number between 0 and 1");
  return eps;
}

void check_widths(const TensorFile& file, const Architecture& shape) {
  const std::set<std::int64_t> widths = {32, 64, 128, 256};
  if (widths.count(shape.d_model) == 0) {
    file.refuse("d_model is " + std::to_string(shape.d_model) +
                "; supported are 32, 64, 128 and 256");
  }
  check_range(file, "heads", shape.heads, 1, shape.d_model);
  if (shape.d_model % shape.heads != 0) {
    file.refuse("d_model " + std::to_string(shape.d_model) + " is not a multiple of its " +
                std::to_string(shape.heads) + " heads");
  }
  check_range(file, "d_model / heads", shape.d_head(), 8, 64);
  check_range(file, "layers", shape.layers, 1, 8);
  check_range(file, "d_ff", shape.d_ff, 32, 4 * shape.d_model);
  if (shape.d_ff % 32 != 0)
    file.refuse("d_ff is " + std::to_string(shape.d_ff) + ", no multiple of 32");
  check_range(file, "the number of tokens", shape.tokens(), 1, most_tokens);
}

}  // namespace

std::int64_t Architecture::tokens() const {
  std::int64_t tokens = 0;
  for (const TokenType& type : types)
    tokens += type.count;
  return tokens;
}

std::int64_t Architecture::parameters() const {
  const auto linear = [](std::int64_t inputs, std::int64_t outputs) {
    return inputs * outputs + outputs;
  };
  const std::int64_t norm = 2 * d_model;
  std::int64_t count = norm + linear(d_model, 1);
  for (const TokenType& type : types)
    count += linear(type.features, d_model);
  for (const std::int64_t choices : actions)
    count += linear(d_model, choices);
  return count + layers * (2 * norm + linear(d_model, 3 * d_model) + linear(d_model, d_model) +
                           linear(d_model, d_ff) + linear(d_ff, d_model));
}

Architecture read_architecture(const TensorFile& file) {
  const std::string format = text_of(file, "format");
  if (format != "entity_policy")
    file.refuse("metadata 'format' is " + in_quotes(format) + ", not 'entity_policy'");
  const std::string activation = text_of(file, "activation");
  if (activation != "gelu")
    file.refuse("metadata 'activation' is " + in_quotes(activation) + "; supported is 'gelu'");
  Architecture shape;
  shape.types = types_of(file);
  shape.actions = actions_of(file);
  shape.d_model = number_of(file, "d_model");
  shape.heads = number_of(file, "heads");
  shape.layers = number_of(file, "layers");
  shape.d_ff = number_of(file, "d_ff");
  shape.norm_eps = norm_eps_of(file);
  check_widths(file, shape);
  return shape;
}

}  // namespace starling::policy
