/// An environment's own options stand among a command's, and what its worlds could not do is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

Outcome run(const std::string& arguments) {
  return Program(arguments, STARLING_PROGRAM_OF_TESTS).finish();
}

nlohmann::json report(const std::string& arguments) {
  const Outcome outcome = run("rollout --backend cpu --json --worlds 20 " + arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

void expect_refused(const std::string& arguments, std::initializer_list<const char*> words) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  for (const char* word : words)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
}

TEST(EnvironmentArguments, AreListedByEnvs) {
  const std::string out = run("envs warren").out;
  EXPECT_NE(out.find("--rabbits   Most rabbits (0 to 1048576, 8 unless given)\n"),
            std::string::npos)
      << out;
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 5) << out;
}

TEST(EnvironmentArguments, StandAnywhereAmongTheCommandsOwn) {
  const auto plain = report("colony --steps 50").at("state_hash");
  const auto given = report("colony --steps 50 --capacity 9 --founders=3").at("state_hash");
  EXPECT_NE(given, plain);
  EXPECT_EQ(report("--capacity 9 colony --founders 3 --steps 50").at("state_hash"), given);
  EXPECT_EQ(report("--founders=3 --capacity=9 colony --steps=50").at("state_hash"), given);
  EXPECT_EQ(report("colony --steps 50 --capacity 24").at("state_hash"), plain);
}

TEST(EnvironmentArguments, AreInTheReport) {
  const auto options = report("warren --steps 2 --carrot ab --rabbits 9 --carrot=c").at("options");
  EXPECT_EQ(options, (nlohmann::json{{"carrot", {"ab", "c"}}, {"rabbits", {"9"}}}));
  const std::string table = run("rollout warren --worlds 2 --steps 2 --rabbits 9").out;
  EXPECT_NE(table.find("options          rabbits=9"), std::string::npos) << table;
}

TEST(EnvironmentArguments, HoldForBothSidesOfAComparison) {
  const Outcome outcome =
      run("verify colony --worlds 20 --steps 60 --capacity 9 --right cpu,tile=7,unfused");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("colony (capacity=9)"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("equal"), std::string::npos) << outcome.out;
}

TEST(EnvironmentArguments, AreRefusedInOneSentence) {
  expect_refused("rollout colony --wolves 3", {"'colony'", "'wolves'", "capacity, founders"});
  expect_refused("rollout colony --capacity", {"--capacity", "capacity, founders"});
  expect_refused("rollout colony --capacity --founders 3", {"--capacity"});
  expect_refused("rollout colony --capacity -3", {"'-3'", "0 to 1048576"});
  expect_refused("rollout colony --capacity 3 --capacity 4", {"'capacity'", "twice"});
  expect_refused("verify colony --wolves=3", {"'wolves'"});
}

TEST(WorldErrors, AreCountedAndTheFirstOfEachKindIsTold) {
  const auto told = report("colony --steps 100 --capacity 7");
  EXPECT_GT(told.at("errors").at("table_full"), 1);
  const auto& first = told.at("first_errors");
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].at("kind"), "table_full");
  EXPECT_EQ(first[0].at("archetype"), "Cell");
  EXPECT_EQ(first[0].at("allowed"), 7);
  EXPECT_GT(first[0].at("wanted"), 7);
  EXPECT_LT(first[0].at("world"), 20);
  EXPECT_LT(first[0].at("step"), 100);
  const std::string text = first[0].at("text");
  const std::string table = run("rollout colony --worlds 20 --steps 100 --capacity 7").out;
  EXPECT_NE(table.find("table_full in"), std::string::npos) << table;
  EXPECT_NE(table.find("first table_full: " + text), std::string::npos) << table;
  EXPECT_NE(text.find("archetype Cell wanted"), std::string::npos) << text;
  EXPECT_NE(text.find("may have 7"), std::string::npos) << text;
}

TEST(WorldErrors, OfEveryKindAreTold) {
  const auto told = report("zoo --steps 25 --policy zero");
  ASSERT_EQ(told.at("first_errors").size(), 1u);
  EXPECT_EQ(told.at("first_errors")[0].at("kind"), "assertion");
  EXPECT_EQ(told.at("first_errors")[0].at("world"), 0);
}

}  // namespace
}  // namespace starling::tests
