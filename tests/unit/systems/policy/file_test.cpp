/// Policy files that are read, and those that are refused in one sentence.
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "systems/policy/network.hpp"
#include "tests/support/policy_files.hpp"
#include "tests/support/refusal.hpp"

namespace starling::policy {
namespace {

using tests::expect_refused;
using tests::policy_text;
using tests::PolicySizes;
using tests::SafetensorsText;

Network read(const SafetensorsText& text) {
  return read_network(TensorFile("a.safetensors", text.bytes()));
}

TEST(PolicyFile, IsReadAsItWasWritten) {
  const Network network = read(policy_text({.d_model = 64, .heads = 4, .layers = 3, .d_ff = 256}));
  const Architecture& shape = network.architecture;
  EXPECT_EQ(shape.types.size(), 2U);
  EXPECT_EQ(shape.types[1].name, "other");
  EXPECT_EQ(shape.tokens(), 5);
  EXPECT_EQ(shape.actions, (std::vector<std::int64_t>{5, 2}));
  EXPECT_EQ(shape.d_head(), 16);
  EXPECT_EQ(network.layers.size(), 3U);
  EXPECT_EQ(network.layers[2].linear1.weight.size(), 256U * 64U);
  EXPECT_EQ(network.actors[1].outputs, 2);
}

TEST(PolicyFile, CountsItsParameters) {
  SafetensorsText text = policy_text({.d_model = 128, .heads = 8, .layers = 2, .d_ff = 512});
  std::int64_t numbers = 0;
  for (const auto& [name, shape] : text.shapes)
    numbers += shape.size() == 2 ? shape[0] * shape[1] : shape[0];
  EXPECT_EQ(read(text).architecture.parameters(), numbers);
}

struct Harm {
  const char* name;
  std::function<void(SafetensorsText&)> harm;
  std::vector<std::string> words;
};

void PrintTo(const Harm& harm, std::ostream* out) {
  *out << harm.name;
}

class HarmedPolicy : public ::testing::TestWithParam<Harm> {};

TEST_P(HarmedPolicy, IsRefusedInOneSentence) {
  SafetensorsText text = policy_text();
  GetParam().harm(text);
  expect_refused(Refusal::Usage, {"a.safetensors: "}, [&] { read(text); });
  for (const std::string& word : GetParam().words)
    expect_refused(Refusal::Usage, {word}, [&] { read(text); });
}

Harm metadata(const char* name, const char* key, const char* value,
              std::vector<std::string> words) {
  return {name, [=](SafetensorsText& text) { text.metadata[key] = value; }, std::move(words)};
}

INSTANTIATE_TEST_SUITE_P(
    Of, HarmedPolicy,
    ::testing::Values(
        Harm{"none", [](SafetensorsText& text) { text.metadata.erase("format"); }, {"'format'"}},
        metadata("format", "format", "picture", {"'picture'", "entity_policy"}),
        metadata("activation", "activation", "relu", {"'relu'", "gelu"}),
        metadata("width", "d_model", "48", {"48", "32, 64, 128 and 256"}),
        metadata("no_number", "d_model", "3x", {"'3x'"}),
        metadata("heads", "heads", "5", {"32", "5 heads"}),
        metadata("many_heads", "heads", "16", {"d_model / heads is 2", "8 to 64"}),
        metadata("no_heads", "heads", "0", {"heads is 0"}),
        metadata("layers", "layers", "9", {"9", "1 to 8"}),
        metadata("wide_ff", "d_ff", "256", {"256", "32 to 128"}),
        metadata("odd_ff", "d_ff", "40", {"40", "multiple of 32"}),
        metadata("eps", "norm_eps", "nan", {"'nan'"}),
        metadata("types", "types", "[[\"self\", 3]]", {"[name, features, count]"}),
        metadata("types_twice", "types", R"([["self", 3, 1], ["self", 2, 4]])", {"listed twice"}),
        metadata("many_tokens", "types", R"([["self", 3, 1], ["other", 2, 99999999999999999999]])",
                 {"[name, features, count]"}),
        metadata("no_actions", "actions", "[]", {"'actions'"}),
        metadata("action", "actions", "[5, 0]", {"action 1", "is 0"}),
        metadata("line", "activation", "a\nb", {"'a?b'"}),
        Harm{"missing",
             [](SafetensorsText& text) { text.shapes.erase("critic.bias"); },
             {"has no tensor 'critic.bias'"}},
        Harm{"shape",
             [](SafetensorsText& text) {
               text.shapes["actor.0.weight"] = {4, 32};
             },
             {"'actor.0.weight'", "[4, 32]", "[5, 32]"}},
        Harm{"more",
             [](SafetensorsText& text) { text.shapes["actor.2.bias"] = {4}; },
             {"'actor.2.bias'"}}),
    [](const auto& given) { return std::string(given.param.name); });

struct Header {
  const char* name;
  std::string text;
  const char* words;
};

void PrintTo(const Header& header, std::ostream* out) {
  *out << header.name;
}

class HarmedHeader : public ::testing::TestWithParam<Header> {};

TEST_P(HarmedHeader, IsRefusedInOneSentence) {
  const auto bytes = SafetensorsText::bytes_of(GetParam().text, {1.0F, 2.0F});
  expect_refused(Refusal::Usage, {"b: ", GetParam().words}, [&] { TensorFile("b", bytes); });
}

std::string tensor_a(const std::string& fields) {
  return R"({"a": {)" + fields + "}}";
}

INSTANTIATE_TEST_SUITE_P(
    Of, HarmedHeader,
    ::testing::Values(
        Header{"no_json", "{", "no JSON object"}, Header{"list", "[]", "no JSON object"},
        Header{"no_type", tensor_a(R"("shape": [2], "data_offsets": [0, 8])"), "dtype"},
        Header{"type", tensor_a(R"("dtype": "F31", "shape": [2], "data_offsets": [0, 8])"),
               "dtype"},
        Header{"no_shape", tensor_a(R"("dtype": "F32", "data_offsets": [0, 8])"), "no shape"},
        Header{"negative", tensor_a(R"("dtype": "F32", "shape": [-2], "data_offsets": [0, 8])"),
               "whole number"},
        Header{"fraction", tensor_a(R"("dtype": "F32", "shape": [2.5], "data_offsets": [0, 8])"),
               "whole number"},
        Header{"wrong_size", tensor_a(R"("dtype": "F32", "shape": [3], "data_offsets": [0, 8])"),
               "[3]"},
        Header{"overflow",
               tensor_a(R"("dtype": "F32", "shape": [4611686018427387904, 4, 0],)"
                        R"( "data_offsets": [0, 8])"),
               "has 8 bytes"},
        Header{"beyond", tensor_a(R"("dtype": "F32", "shape": [3], "data_offsets": [0, 12])"),
               "8 bytes of data"},
        Header{"backward", tensor_a(R"("dtype": "F32", "shape": [2], "data_offsets": [8, 0])"),
               "does not lie"},
        Header{"huge",
               tensor_a(R"("dtype": "F32", "shape": [2],)"
                        R"( "data_offsets": [0, 18446744073709551615])"),
               "does not lie"},
        Header{"hole", tensor_a(R"("dtype": "F32", "shape": [1], "data_offsets": [4, 8])"),
               "between them"},
        Header{"behind", tensor_a(R"("dtype": "F32", "shape": [1], "data_offsets": [0, 4])"),
               "behind its last"},
        Header{"metadata", R"({"__metadata__": {"a": 3}})", "'a' is no text"},
        Header{"twice",
               R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},)"
               R"( "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
               "no JSON object"}),
    [](const auto& given) { return std::string(given.param.name); });

TEST(TensorFile, RefusesWhatIsCutOff) {
  const std::vector<std::byte> whole = policy_text().bytes();
  for (std::size_t size = 0; size < whole.size(); size += size < 4000 ? 1 : 97) {
    const std::vector<std::byte> part(whole.begin(),
                                      whole.begin() + static_cast<std::ptrdiff_t>(size));
    expect_refused(Refusal::Usage, {"b: "}, [&] { TensorFile("b", part); });
  }
}

TEST(TensorFile, RefusesAPathThatCannotBeRead) {
  for (const char* path : {"/nowhere.safetensors", "/"})
    expect_refused(Refusal::Usage, {path}, [&] { TensorFile::read(path); });
}

TEST(TensorFile, RefusesWeightsThatAreNotFinite) {
  std::vector<std::byte> bytes = policy_text().bytes();
  for (std::size_t index = bytes.size() - sizeof(float); index < bytes.size(); ++index)
    bytes[index] = std::byte{0xff};
  expect_refused(Refusal::Usage, {"no finite number"},
                 [&] { read_network(TensorFile("b", bytes)); });
}

}  // namespace
}  // namespace starling::policy
