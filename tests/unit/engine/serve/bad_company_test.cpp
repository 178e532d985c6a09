// Neither a viewer nor a server that does not play by the rules harms the other side.
#include <gtest/gtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>
#include <zmq.hpp>

#include "engine/serve/envelope.hpp"
#include "engine/serve/publisher_socket.hpp"
#include "tests/unit/engine/serve/messages.hpp"
#include "tests/unit/engine/serve/watching.hpp"

namespace starling::tests {
namespace {

using namespace serve;

/// A viewer that subscribes to what it likes, and reads nothing.
class RawViewer {
 public:
  explicit RawViewer(const Address& address) {
    socket_.set(zmq::sockopt::rcvhwm, 1);
    socket_.set(zmq::sockopt::rcvbuf, 4096);
    socket_.set(zmq::sockopt::linger, 0);
    socket_.connect("tcp://" + address.text());
  }
  void subscribe(const std::string& topic) { socket_.set(zmq::sockopt::subscribe, topic); }

 private:
  zmq::context_t context_{1};
  zmq::socket_t socket_{context_, zmq::socket_type::sub};
};

std::vector<std::byte> as_bytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(BadViewers, ThatNeverReadDoNotHoldUpTheRun) {
  ServedRun run;
  RawViewer stuck(run.address());
  stuck.subscribe("");
  stuck.subscribe("numbers/");
  stuck.subscribe("worlds/0/");
  Subscriber good(run.address());
  ASSERT_TRUE(sees(good, run, 0));
  for (int page : {1, 2, 0, 1, 2}) {
    for (int step = 0; step < 200; ++step)
      run.step();
    ASSERT_TRUE(sees(good, run, page));
  }
  const std::int64_t step = run.simulator().steps_done();
  ASSERT_TRUE(
      eventually([&] { return good.update(), good.worlds()->step > step; }, [&] { run.step(); }));
  EXPECT_EQ(run.publisher().problem(), std::nullopt);
}

TEST(BadViewers, ThatNeverReadAreNotWaitedForByTheSocket) {
  PublisherSocket socket({"127.0.0.1", 0});
  RawViewer stuck(parse_address("it", socket.address(), 1));
  stuck.subscribe("worlds/0/");
  ASSERT_TRUE(
      eventually([&] { return !socket.wanted().pages.empty(); }, [&] { socket.attend(1); }));
  std::vector<std::byte> message = as_bytes(text_of({Kind::Worlds, 0}));
  message.resize(std::size_t{1} << 20);
  for (int count = 0; count < 2000; ++count)  // more than buffers hold
    socket.send(message);
  EXPECT_EQ(socket.wanted().pages, std::vector<std::int64_t>{0});
}

TEST(BadViewers, ThatSubscribeToNonsenseAreIgnored) {
  ServedRun run;
  RawViewer odd(run.address());
  for (const char* topic : {"", "worlds/", "worlds/-1/", "worlds/99999999999999999999/", "%n%s",
                            "worlds/1000000/", "numbers/numbers/"}) {
    odd.subscribe(topic);
  }
  odd.subscribe(std::string(900, 'x'));
  Subscriber good(run.address());
  ASSERT_TRUE(sees(good, run, 1));
  EXPECT_EQ(run.publisher().problem(), std::nullopt);
}

TEST(BadViewers, ThatSubscribeToTooMuchDoNoLastingHarm) {
  ServedRun run;
  Subscriber good(run.address());
  ASSERT_TRUE(sees(good, run, 1));
  {
    RawViewer greedy(run.address());
    for (int topic = 0; topic < 6000; ++topic)
      greedy.subscribe("worlds/" + std::to_string(topic) + "/");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (std::chrono::steady_clock::now() < end)
      run.step();
  }
  ASSERT_TRUE(sees(good, run, 0));
  EXPECT_EQ(run.publisher().problem(), std::nullopt);
}

TEST(BadViewers, ThatSpeakAnotherLanguageAreIgnored) {
  ServedRun run;
  std::mt19937 rng(1);
  for (int visit = 0; visit < 50; ++visit) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(static_cast<std::uint16_t>(run.address().port));
    ASSERT_EQ(connect(descriptor, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
    std::string bytes = "GET / HTTP/1.1\r\n\r\n";
    if (visit > 0) {  // the transport's greeting now and then, and noise behind it
      bytes = visit % 2 == 0 ? std::string("\xff\0\0\0\0\0\0\0\x01\x7f\x03", 11) : "";
      for (int byte = 0; byte < 500; ++byte)
        bytes.push_back(static_cast<char>(rng()));
    }
    send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    close(descriptor);
    run.step();
  }
  Subscriber good(run.address());
  ASSERT_TRUE(sees(good, run, 1));
  EXPECT_EQ(run.publisher().problem(), std::nullopt);
}

TEST(BadServers, AreRefusedInASentenceAndAGoodMessageIsReadStill) {
  Simulator simulator(make_settings("cartpole", 10));
  RunDescription run = run_of(simulator);
  run.run_id = 7;
  zmq::context_t context(1);
  zmq::socket_t server(context, zmq::socket_type::pub);
  server.set(zmq::sockopt::linger, 0);
  server.bind("tcp://127.0.0.1:*");
  const std::string endpoint = server.get(zmq::sockopt::last_endpoint);
  const auto send = [&](const auto& bytes) {
    server.send(zmq::buffer(bytes.data(), bytes.size()), zmq::send_flags::dontwait);
  };

  Subscriber subscriber(parse_address("it", endpoint.substr(endpoint.find("//") + 2), 1));
  subscriber.watch(0);
  ASSERT_TRUE(eventually([&] { return subscriber.update(), subscriber.refused_messages() > 0; },
                         [&] { send(std::string("run/ and nothing that is known")); }));
  EXPECT_EQ(subscriber.link(), Link::Refused);
  EXPECT_FALSE(subscriber.refusal().empty());
  EXPECT_FALSE(subscriber.run());

  ASSERT_TRUE(eventually([&] { return subscriber.update(), subscriber.run().has_value(); },
                         [&] { send(encode(run)); }));
  EXPECT_EQ(subscriber.link(), Link::Live);
  std::mt19937 rng(1);
  const std::vector<std::byte> page = encode(worlds_of(simulator, 0), simulator.description());
  const std::int64_t refused = subscriber.refused_messages();
  ASSERT_TRUE(
      eventually([&] { return subscriber.update(), subscriber.refused_messages() > refused + 20; },
                 [&] {
                   std::vector<std::byte> damaged = page;
                   damaged[9 + rng() % (page.size() - 9)] ^= std::byte{0x55};
                   damaged.pop_back();
                   send(damaged);
                 }));
  EXPECT_FALSE(subscriber.worlds());
  ASSERT_TRUE(eventually([&] { return subscriber.update(), subscriber.worlds().has_value(); },
                         [&] { send(page); }));
  EXPECT_EQ(subscriber.link(), Link::Live);
}

}  // namespace
}  // namespace starling::tests
