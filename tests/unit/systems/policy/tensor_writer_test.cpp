/// What TensorWriter writes, TensorFile reads.
#include "systems/policy/tensor_writer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "systems/policy/tensor_file.hpp"
#include "tests/support/output_folder.hpp"
#include "tests/support/refusal.hpp"

namespace starling::policy {
namespace {

class Written : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }
  std::string partial() const { return path() + ".partial"; }

  tests::detail::OutputFolder folder_;
};

TEST_F(Written, TensorsAreReadBack) {
  TensorWriter writer(path(),
                      {{"flags", DType::UInt8, {3}},
                       {"numbers", DType::Float32, {2, 2}},
                       {"none", DType::Int64, {0, 5}}},
                      {{"steps", "1000"}, {"who", "a \"b\""}});
  const std::vector<float> numbers = {1.0F, -2.5F, 3.0F, 4.0F};
  const std::vector<std::uint8_t> flags = {1, 2, 3};
  writer.write(1, 8, std::as_bytes(std::span(numbers).last(2)));
  writer.write(0, 0, std::as_bytes(std::span(flags)));
  writer.write(1, 0, std::as_bytes(std::span(numbers).first(2)));
  EXPECT_FALSE(std::filesystem::exists(path()));
  writer.finish({{"steps", "7"}, {"who", "a \"b\""}});
  EXPECT_FALSE(std::filesystem::exists(partial()));
  EXPECT_EQ(static_cast<std::int64_t>(std::filesystem::file_size(path())), writer.file_bytes());

  const TensorFile file = TensorFile::read(path());
  EXPECT_EQ(file.tensors().size(), 3U);
  EXPECT_EQ(file.floats("numbers", {2, 2}), numbers);
  EXPECT_EQ(file.bytes("flags", {3}), flags);
  EXPECT_EQ(file.tensor("none").dtype, "I64");
  EXPECT_EQ(file.metadata().at("steps"), "7");
  EXPECT_EQ(file.metadata().at("who"), "a \"b\"");
}

/// Every type by its name in the format, at a multiple of its size.
TEST_F(Written, TypesHaveTheFormatsNamesAndAreAligned) {
  const std::vector<std::pair<DType, std::string>> types = {
      {DType::Bool, "BOOL"},   {DType::Int8, "I8"},    {DType::UInt8, "U8"},
      {DType::Int16, "I16"},   {DType::UInt16, "U16"}, {DType::Int32, "I32"},
      {DType::UInt32, "U32"},  {DType::Int64, "I64"},  {DType::UInt64, "U64"},
      {DType::Float32, "F32"}, {DType::Float64, "F64"}};
  std::vector<DeclaredTensor> tensors;
  for (const auto& [dtype, name] : types)
    tensors.push_back({name, dtype, {1, 3}});
  TensorWriter(path(), tensors, {}).finish({});
  const TensorFile file = TensorFile::read(path());
  for (const auto& [dtype, name] : types) {
    EXPECT_EQ(file.tensor(name).dtype, name);
    EXPECT_EQ(file.tensor(name).begin % static_cast<std::size_t>(size_bytes(dtype)), 0U) << name;
  }
}

TEST_F(Written, BytesThatNobodyWroteAreZero) {
  TensorWriter(path(), {{"numbers", DType::Float32, {2}}}, {}).finish({});
  EXPECT_EQ(TensorFile::read(path()).floats("numbers", {2}), (std::vector<float>{0.0F, 0.0F}));
}

TEST_F(Written, AFileThatWasThereStaysUntilTheNewOneIsWhole) {
  std::ofstream(path()) << "old";
  { TensorWriter abandoned(path(), {{"numbers", DType::Float32, {2}}}, {}); }
  EXPECT_FALSE(std::filesystem::exists(partial()));
  EXPECT_EQ(std::filesystem::file_size(path()), 3U);
}

TEST_F(Written, AFileIsRefusedWhereThereIsNoRoom) {
  tests::expect_refused(Refusal::Unavailable, {path(), "take 4000000000000000", "free"}, [&] {
    TensorWriter(path(), {{"n", DType::Float32, {1'000'000'000'000'000'000}}}, {});
  });
  EXPECT_FALSE(std::filesystem::exists(partial()));
  tests::expect_refused(Refusal::Unavailable, {"/nowhere/a", "cannot be written"},
                        [&] { TensorWriter("/nowhere/a", {}, {}); });
}

}  // namespace
}  // namespace starling::policy
