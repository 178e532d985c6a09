#include "engine/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/error.hpp"

namespace starling {

AtomicFile::AtomicFile(std::string what, std::string path)
    : what_(std::move(what)), path_(std::move(path)), part_(path_ + ".part") {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) refuse("it is a folder");
  file_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) refuse_for_errno();
}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  close(file_);
  std::remove(part_.c_str());
}

void AtomicFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_for_errno();
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    size_bytes_ += written;
  }
}

/// A rename may reach the disk before the bytes that it names, so they go first.
void AtomicFile::finish() {
  if (fsync(file_) != 0) refuse_for_errno();
  if (std::rename(part_.c_str(), path_.c_str()) != 0) refuse_for_errno();
  close(std::exchange(file_, -1));
  keep_folder();
}

/// The new name is part of the folder, which is written on its own.
void AtomicFile::keep_folder() const {
  const std::filesystem::path folder = std::filesystem::absolute(path_).parent_path();
  const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) refuse_for_errno();
  const bool is_kept =
      fsync(opened) == 0 || errno == EINVAL;  // some file systems have no such call
  const int problem = errno;
  close(opened);
  if (!is_kept) refuse(std::strerror(problem));
}

void AtomicFile::refuse_for_errno() const {
  refuse(std::strerror(errno));
}

void AtomicFile::refuse(const std::string& reason) const {
  throw Error(Refusal::Unavailable, what_ + " '" + path_ + "' cannot be written: " + reason);
}

}  // namespace starling
