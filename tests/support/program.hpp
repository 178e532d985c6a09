/// Runs the program `starling` as a user does: arguments in; exit status and both outputs out.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/output_folder.hpp"

namespace starling::tests {

struct Outcome {
  int status = 0;  ///< Exit status, or minus the signal that ended the program.
  std::string out;
  std::string err;
};

namespace detail {

inline std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void redirect(int descriptor, const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
}

}  // namespace detail

/// A running program.
class Program {
 public:
  /// arguments: separated by blanks, without the program's name.
  explicit Program(const std::string& arguments, const std::string& path = STARLING_PROGRAM) {
    std::istringstream stream(arguments);
    std::vector<std::string> words{path};
    words.insert(words.end(), std::istream_iterator<std::string>(stream), {});
    std::vector<char*> pointers;
    for (std::string& word : words)
      pointers.push_back(word.data());
    pointers.push_back(nullptr);

    process_ = fork();
    if (process_ < 0) throw std::runtime_error("cannot fork");
    if (process_ == 0) {
      detail::redirect(STDOUT_FILENO, folder_.out());
      detail::redirect(STDERR_FILENO, folder_.err());
      execv(pointers[0], pointers.data());
      _exit(127);
    }
  }

  void send(int signal) { kill(process_, signal); }

  bool has_ended() const {
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT);
    return ended.si_pid == process_;
  }

  /// `finish` of a program that is not to be waited for without end: it is killed after a while.
  Outcome finish_within(std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!has_ended() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!has_ended()) send(SIGKILL);
    return finish();
  }

  /// Waits for the end of the program; to be called once.
  Outcome finish() {
    int status = 0;
    waitpid(process_, &status, 0);
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            .out = detail::contents_of(folder_.out()),
            .err = detail::contents_of(folder_.err())};
  }

 private:
  detail::OutputFolder folder_;
  pid_t process_ = -1;
};

inline Outcome run_program(const std::string& arguments) {
  return Program(arguments).finish();
}

}  // namespace starling::tests
