/// What a caller is told when the engine refuses: one sentence, with the words that matter.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "engine/error.hpp"

namespace starling::tests {

/// The sentence with which `call` is refused; fails the test unless it is refused as `kind`.
template <class Call>
std::string sentence_of(Refusal kind, Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.refusal(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "it is accepted";
  return "";
}

/// Fails the test unless `call` is refused as `kind` in one sentence that holds all of `words`.
template <class Call>
void expect_refused(Refusal kind, std::initializer_list<std::string> words, Call call) {
  const std::string sentence = sentence_of(kind, call);
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  for (const std::string& word : words) {
    EXPECT_NE(sentence.find(word), std::string::npos) << "'" << word << "' is not in: " << sentence;
  }
}

}  // namespace starling::tests
