/// The references of matrix products and layer norms do what their definitions say, and products
/// that the kernel does not support are refused.
#include "kernels/matmul_reference.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "kernels/layer_norm_reference.hpp"

namespace starling::kernels {
namespace {

TEST(MatmulReference, AddsProductsOfRowsAndColumns) {
  const std::vector<float> a = {1, 2, 3, 4};            // [2, 2]
  const std::vector<float> b = {5, 6, 7, 8, 9, 10};     // [2, 3]
  const std::vector<float> bias = {0.5F, 0.0F, -1.0F};  // [3]
  std::vector<double> out(6, 100.0);
  matmul_reference(Epilogue::Store, a, b, bias, out);
  EXPECT_EQ(out, (std::vector<double>{21.5, 24.0, 26.0, 47.5, 54.0, 60.0}));
  matmul_reference(Epilogue::Add, a, b, bias, out);
  EXPECT_EQ(out, (std::vector<double>{43.0, 48.0, 52.0, 95.0, 108.0, 120.0}));
}

TEST(MatmulReference, TakesGeluOfTheErrorFunction) {
  EXPECT_EQ(gelu_reference(0.0), 0.0);
  EXPECT_NEAR(gelu_reference(1.0), 0.84134474606854293, 1e-15);
  EXPECT_NEAR(gelu_reference(-1.0), -0.15865525393145707, 1e-15);
  const std::vector<float> one = {1};
  std::vector<double> out(1);
  matmul_reference(Epilogue::RoundDoubleGelu, one, one, std::vector<float>{0.0F}, out);
  EXPECT_NEAR(out[0], 2 * 0.84134474606854293, 1e-15);
}

TEST(LayerNormReference, LeavesMeanZeroAndVarianceOneLessEps) {
  const std::vector<float> row = {3, 5, 3, 5};
  std::vector<double> out(4);
  layer_norm_reference(row, 0.0, out);
  EXPECT_EQ(out, (std::vector<double>{-1, 1, -1, 1}));
  layer_norm_reference(row, 3.0, out);
  EXPECT_EQ(out, (std::vector<double>{-0.5, 0.5, -0.5, 0.5}));
}

/// Fails unless the arguments are refused with a sentence that holds a word.
void expect_refused(const MatmulArguments& arguments, const std::string& word) {
  try {
    check_matmul(arguments);
    ADD_FAILURE() << "not refused: " << word;
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(MatmulArguments, AreRefusedByName) {
  alignas(16) std::byte memory[32];
  const auto* number = reinterpret_cast<const float*>(memory);
  const MatmulArguments fine{reinterpret_cast<const Bfloat16*>(memory),
                             memory,
                             number,
                             reinterpret_cast<Bfloat16*>(memory),
                             nullptr,
                             5,
                             32,
                             48,
                             Epilogue::Round};
  EXPECT_NO_THROW(check_matmul(fine));
  const auto refuse = [&](const std::string& word, auto change) {
    MatmulArguments changed = fine;
    change(changed);
    expect_refused(changed, word);
  };
  refuse("inner is 40", [](MatmulArguments& it) { it.inner = 40; });
  refuse("columns is 0", [](MatmulArguments& it) { it.columns = 0; });
  refuse("rows is -1", [](MatmulArguments& it) { it.rows = -1; });
  refuse("rows is", [](MatmulArguments& it) { it.rows = std::int64_t{1} << 31; });
  refuse("a's address", [](MatmulArguments& it) { it.a = nullptr; });
  refuse("b's address", [](MatmulArguments& it) { it.b += 8; });
  refuse("bias's address", [](MatmulArguments& it) { it.bias += 1; });
  refuse("rounded's address", [](MatmulArguments& it) { it.rounded += 4; });
  refuse("sums's address", [](MatmulArguments& it) { it.epilogue = Epilogue::Add; });
}

}  // namespace
}  // namespace starling::kernels
