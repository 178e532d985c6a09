/// `starling policy inspect`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/golden.hpp"
#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

std::string inspect(const std::string& name, const std::string& flags = "") {
  const std::string file = golden_folder() / "policy" / (name + ".safetensors");
  const Outcome outcome = run_program("policy inspect " + file + " " + flags);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.out;
}

TEST(CliPolicy, ShowsTheNetworkOfAFile) {
  EXPECT_EQ(inspect("policy_small"),
            "tokens      5: 1 x self of 6 features, 4 x other of 5 features\n"
            "actions     1 of 5 choices\n"
            "d_model     32, 2 heads of 16\n"
            "layers      1, d_ff 64\n"
            "parameters  9,222 (36.0 KiB)\n");
}

TEST(CliPolicy, WritesJson) {
  const auto report = nlohmann::json::parse(inspect("policy_hide_and_seek", "--json"));
  EXPECT_EQ(report.at("tokens"), 17);
  EXPECT_EQ(report.at("types").at(2).at("name"), "box");
  EXPECT_EQ(report.at("actions"), (std::vector<int>{11, 11, 11, 2, 2}));
  EXPECT_EQ(report.at("d_model"), 64);
  EXPECT_EQ(report.at("parameters"), 107'558);
}

}  // namespace
}  // namespace starling::tests
