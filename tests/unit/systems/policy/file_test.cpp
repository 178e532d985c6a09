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
using tests::network_of;
using tests::policy_text;
using tests::PolicySizes;
using tests::SafetensorsText;

TEST(PolicyFile, IsReadAsItWasWritten) {
  const Network network =
      network_of(policy_text({.d_model = 64, .heads = 4, .layers = 3, .d_ff = 256}));
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
  EXPECT_EQ(network_of(text).architecture.parameters(), numbers);
}

/// A file that is refused, and what of the sentence matters.
struct Harmed {
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<std::string> words;
};

void PrintTo(const Harmed& harmed, std::ostream* out) {
  *out << harmed.name;
}
std::string name_of_test(const ::testing::TestParamInfo<Harmed>& given) {
  return given.param.name;
}

class HarmedFile : public ::testing::TestWithParam<Harmed> {};

TEST_P(HarmedFile, IsRefusedInOneSentence) {
  const auto read_it = [] { read_network(TensorFile("a.safetensors", GetParam().bytes)); };
  expect_refused(Refusal::Usage, {"a.safetensors: "}, read_it);
  for (const std::string& word : GetParam().words)
    expect_refused(Refusal::Usage, {word}, read_it);
}

/// A policy that was changed before it was written.
Harmed changed(const char* name, const std::function<void(SafetensorsText&)>& change,
               std::vector<std::string> words) {
  SafetensorsText text = policy_text();
  change(text);
  return {name, text.bytes(), std::move(words)};
}

Harmed metadata(const char* name, const char* key, const char* value,
                std::vector<std::string> words) {
  return changed(
      name, [&](SafetensorsText& text) { text.metadata[key] = value; }, std::move(words));
}

INSTANTIATE_TEST_SUITE_P(
    OfPolicies, HarmedFile,
    ::testing::Values(
        changed("none", [](SafetensorsText& text) { text.metadata.erase("format"); }, {"'format'"}),
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
        metadata("no_eps", "norm_eps", "1e-60", {"'1e-60'"}),
        metadata("types", "types", "[[\"self\", 3]]", {"[name, features, count]"}),
        metadata("types_twice", "types", R"([["self", 3, 1], ["self", 2, 4]])", {"listed twice"}),
        metadata("many_tokens", "types", R"([["self", 3, 1], ["other", 2, 99999999999999999999]])",
                 {"[name, features, count]"}),
        metadata("more_tokens", "types", R"([["self", 3, 1], ["other", 2, 65537]])",
                 {"'other'", "65537", "1 to 65536"}),
        metadata("no_list", "types", "3", {"'types'"}),
        metadata("no_actions", "actions", "[]", {"'actions'", "1 to 32"}),
        metadata("action", "actions", "[5, 0]", {"action 1", "is 0"}),
        metadata("line", "activation", "a\nb", {"'a?b'"}),
        changed("missing", [](SafetensorsText& text) { text.shapes.erase("critic.bias"); },
                {"has no tensor 'critic.bias'"}),
        changed("shape",
                [](SafetensorsText& text) {
                  text.shapes["actor.0.weight"] = {4, 32};
                },
                {"'actor.0.weight'", "[4, 32]", "[5, 32]"}),
        changed("more", [](SafetensorsText& text) { text.shapes["actor.2.bias"] = {4}; },
                {"'actor.2.bias'"})),
    name_of_test);

Harmed header(const char* name, const std::string& text, const char* words) {
  return {name, SafetensorsText::bytes_of(text, {1.0F, 2.0F}), {words}};
}

std::string tensor_a(const std::string& fields) {
  return R"({"a": {)" + fields + "}}";
}

INSTANTIATE_TEST_SUITE_P(
    OfHeaders, HarmedFile,
    ::testing::Values(
        header("no_json", "{", "no JSON object"), header("list", "[]", "no JSON object"),
        header("no_type", tensor_a(R"("shape": [2], "data_offsets": [0, 8])"), "dtype"),
        header("type", tensor_a(R"("dtype": "F31", "shape": [2], "data_offsets": [0, 8])"),
               "dtype"),
        header("no_shape", tensor_a(R"("dtype": "F32", "data_offsets": [0, 8])"), "no shape"),
        header("negative", tensor_a(R"("dtype": "F32", "shape": [-2], "data_offsets": [0, 8])"),
               "whole number"),
        header("fraction", tensor_a(R"("dtype": "F32", "shape": [2.5], "data_offsets": [0, 8])"),
               "whole number"),
        header("wrong_size", tensor_a(R"("dtype": "F32", "shape": [3], "data_offsets": [0, 8])"),
               "[3]"),
        header("overflow",
               tensor_a(R"("dtype": "F32", "shape": [4611686018427387904, 4, 0],)"
                        R"( "data_offsets": [0, 8])"),
               "has 8 bytes"),
        header("beyond", tensor_a(R"("dtype": "F32", "shape": [3], "data_offsets": [0, 12])"),
               "8 bytes of data"),
        header("backward", tensor_a(R"("dtype": "F32", "shape": [2], "data_offsets": [8, 0])"),
               "does not lie"),
        header("huge",
               tensor_a(R"("dtype": "F32", "shape": [2],)"
                        R"( "data_offsets": [0, 18446744073709551615])"),
               "does not lie"),
        header("hole", tensor_a(R"("dtype": "F32", "shape": [1], "data_offsets": [4, 8])"),
               "between them"),
        header("behind", tensor_a(R"("dtype": "F32", "shape": [1], "data_offsets": [0, 4])"),
               "behind its last"),
        header("metadata", R"({"__metadata__": {"a": 3}})", "'a' is no text"),
        header("twice",
               R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},)"
               R"( "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
               "no JSON object")),
    name_of_test);

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
