/// A file that is replaced at once: whoever opens it finds what was there before or all of the new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace starling {

/// What is appended lies in "PATH.part" until `finish`. A writer that is killed leaves that behind,
/// and the next one overwrites it: one writer at a time.
class AtomicFile {
 public:
  /// what: "the checkpoint", of the refusal. Throws Error (Unavailable), as do all calls below.
  AtomicFile(std::string what, std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void append(std::span<const std::byte> bytes);
  /// Once it returns the file survives the end of this process, and of the machine.
  void finish();

  std::int64_t size_bytes() const { return size_bytes_; }

 private:
  [[noreturn]] void refuse(const std::string& reason) const;
  [[noreturn]] void refuse_for_errno() const;
  void keep_folder() const;

  std::string what_;
  std::string path_;
  std::string part_;
  int file_ = -1;
  std::int64_t size_bytes_ = 0;
};

}  // namespace starling
