/// starling_kernel_report [--check] LIST: the kernels of the objects that the file LIST names, one
/// a line, as a table; with --check a sentence for each step kernel that spills, and exit status 1.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "engine/kernel_report/report.hpp"

namespace starling::kernel_report {
namespace {

std::ifstream open_or_throw(const std::string& path, const std::string& mend) {
  std::ifstream file(path);
  if (!file) throw Error(Refusal::Unavailable, path + " cannot be read; " + mend);
  return file;
}

std::vector<ObjectUsage> read_objects(const std::string& list) {
  std::ifstream names = open_or_throw(list, "configure anew");
  std::vector<ObjectUsage> objects;
  for (std::string object; std::getline(names, object);) {
    if (object.empty()) continue;
    std::ifstream kept = open_or_throw(object + ".kernels", "remove the object and build anew");
    objects.push_back(read_usage(kept));
  }
  return objects;
}

int run(const std::vector<std::string>& arguments) {
  const bool check = !arguments.empty() && arguments.front() == "--check";
  if (arguments.size() != (check ? 2U : 1U)) {
    throw Error(Refusal::Usage, "starling_kernel_report takes [--check] and a file of objects");
  }
  const std::vector<ObjectUsage> objects = read_objects(arguments.back());
  if (!check) {
    std::cout << as_table(objects);
    return 0;
  }
  const std::vector<std::string> sentences = spills_in_production(objects);
  for (const std::string& sentence : sentences)
    std::cout << sentence << '\n';
  return sentences.empty() ? 0 : 1;
}

}  // namespace
}  // namespace starling::kernel_report

int main(int argc, char** argv) {
  try {
    return starling::kernel_report::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "starling_kernel_report: %s\n", error.what());
    return 2;
  }
}
