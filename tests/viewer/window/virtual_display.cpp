#include "tests/viewer/window/virtual_display.hpp"

#include <X11/Xlib.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

namespace starling::tests {
namespace {

using namespace std::chrono_literals;

constexpr int patience_ms = 10'000;

[[noreturn]] void become_server(int told, Size size, const std::string& extra) {
  const std::string screen = std::to_string(size.width) + "x" + std::to_string(size.height) + "x24";
  std::istringstream stream("Xvfb -displayfd " + std::to_string(told) + " -screen 0 " + screen +
                            " -nolisten tcp " + extra);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDERR_FILENO);
  execvp(pointers[0], pointers.data());
  _exit(127);
}

/// A line that the server writes once it listens; empty where it ends without one.
std::string read_line(int descriptor) {
  std::string line;
  char letter = 0;
  pollfd readable{descriptor, POLLIN, 0};
  while (poll(&readable, 1, patience_ms) > 0 && read(descriptor, &letter, 1) == 1) {
    if (letter == '\n') return line;
    line += letter;
  }
  return {};
}

Display* to_display(void* connection) {
  return static_cast<Display*>(connection);
}

/// The first child of the root that is seen; 0 if none.
Window seen_window(Display* display) {
  Window root = 0;
  Window parent = 0;
  Window* children = nullptr;
  unsigned count = 0;
  Window seen = 0;
  if (XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count) == 0)
    return 0;
  for (unsigned k = 0; k < count && seen == 0; ++k) {
    XWindowAttributes attributes{};
    if (XGetWindowAttributes(display, children[k], &attributes) != 0 &&
        attributes.map_state == IsViewable)
      seen = children[k];
  }
  if (children != nullptr) XFree(children);
  return seen;
}

}  // namespace

VirtualDisplay::VirtualDisplay(Size size, const std::string& extra) {
  int ends[2];
  if (pipe(ends) != 0) return;
  server_ = fork();
  if (server_ == 0) {
    close(ends[0]);
    become_server(ends[1], size, extra);
  }
  close(ends[1]);
  const std::string number = read_line(ends[0]);
  close(ends[0]);
  if (number.empty()) return;
  name_ = ":" + number;
  setenv("DISPLAY", name_.c_str(), 1);
  unsetenv("WAYLAND_DISPLAY");
  // a window may end while it is asked about
  XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
  connection_ = XOpenDisplay(name_.c_str());
  if (connection_ == nullptr) name_.clear();
}

VirtualDisplay::~VirtualDisplay() {
  end_server();
}

void VirtualDisplay::end_server() {
  if (connection_ != nullptr) XCloseDisplay(to_display(connection_));
  connection_ = nullptr;
  if (server_ > 0) {
    kill(server_, SIGKILL);
    waitpid(server_, nullptr, 0);
  }
  server_ = -1;
  unsetenv("DISPLAY");
}

bool VirtualDisplay::wait_for_window() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
  while (window_ == 0 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(10ms);
    window_ = seen_window(to_display(connection_));
  }
  return window_ != 0;
}

Size VirtualDisplay::window_size() {
  XWindowAttributes attributes{};
  XGetWindowAttributes(to_display(connection_), window_, &attributes);
  return {attributes.width, attributes.height};
}

void VirtualDisplay::resize_window(Size size) {
  XResizeWindow(to_display(connection_), window_, static_cast<unsigned>(size.width),
                static_cast<unsigned>(size.height));
  XSync(to_display(connection_), False);
}

void VirtualDisplay::ask_window_to_close() {
  Display* display = to_display(connection_);
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window_;
  event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
  XSendEvent(display, window_, False, NoEventMask, &event);
  XSync(display, False);
}

void VirtualDisplay::disconnect_window() {
  XKillClient(to_display(connection_), window_);
  XSync(to_display(connection_), False);
}

}  // namespace starling::tests
