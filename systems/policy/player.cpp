#include "systems/policy/player.hpp"

#include "engine/error.hpp"
#include "engine/quotes.hpp"
#include "kernels/hash.hpp"
#include "systems/policy/player_device.hpp"

namespace starling::policy {
namespace {

constexpr std::uint64_t stream = kernels::hash_name("policy");

std::string text_of(const std::vector<TokenType>& types) {
  std::string text;
  for (const TokenType& type : types) {
    text += (text.empty() ? "" : ", ") + std::to_string(type.count) + " x " + in_quotes(type.name) +
            " of " + std::to_string(type.features) + " features";
  }
  return text;
}

void check_fit(const Architecture& shape, const std::string& file, const Simulator& simulator,
               const AgentTokens& tokens, const AgentActions& actions) {
  const std::string environment = "environment '" + simulator.settings().environment + "'";
  if (shape.types != tokens.types()) {
    throw Error(Refusal::Usage, file + ": tokens are " + text_of(shape.types) + ", but those of " +
                                    environment + " in this run are " + text_of(tokens.types()));
  }
  if (tokens.agents() != actions.agents()) {
    throw Error(Refusal::Usage, environment + " has " + std::to_string(tokens.agents()) +
                                    " agents a world that observe and " +
                                    std::to_string(actions.agents()) + " that act");
  }
  if (shape.actions != actions.choices()) {
    throw Error(Refusal::Usage, file + ": choices of actions are " + shape_text(shape.actions) +
                                    ", but those of " + environment + " are " +
                                    shape_text(actions.choices()));
  }
}

Precision precision_on(Device device, std::optional<Precision> wanted) {
  const bool on_cpu = device == Device::Cpu;
  const Precision precision = wanted.value_or(on_cpu ? Precision::Float32 : Precision::Bfloat16);
  if (on_cpu && precision != Precision::Float32)
    throw Error(Refusal::Usage, "a policy is played in bf16 on CUDA alone; on a CPU, in fp32");
  return precision;
}

}  // namespace

const char* name_of(Play play) {
  return play == Play::Sample ? "sample" : "greedy";
}

bool reads(const Network& network, const Simulator& simulator) {
  try {
    return network.architecture.types == AgentTokens(simulator).types();
  } catch (const Error&) {
    return false;
  }
}

Player::Player(Simulator& simulator, const Network& network, const std::string& file, Play play,
               std::optional<Precision> precision)
    : simulator_(simulator),
      tokens_(simulator),
      first_tokens_(tokens_),
      actions_(simulator),
      mask_(simulator, actions_),
      first_mask_(mask_),
      play_(play),
      precision_(precision_on(simulator.settings().device, precision)) {
  const Settings& settings = simulator.settings();
  if (settings.actions != Actions::Tensor) {
    throw Error(Refusal::Usage, "a policy plays a simulator that takes its actions from tensors");
  }
  check_fit(network.architecture, file, simulator, tokens_, actions_);
  device_ = settings.device == Device::Cpu
                ? make_cpu_player_device(network, simulator.plan().threads)
                : make_cuda_player_device(network, precision_, simulator.stream());
  first_tokens_ = tokens_.at(device_->allocate(tokens_.slot_bytes()));
  if (mask_.tensor()) first_mask_ = mask_.at(device_->allocate(mask_.slot_bytes()));
  outputs_ = 1;
  for (const std::int64_t choices : actions_.choices())
    outputs_ += static_cast<std::int32_t>(choices);
  answers_ = allocate_floats(agents() * outputs_);
  log_probabilities_ = allocate_floats(agents() * settings.steps_per_launch);
  values_ = allocate_floats(agents() * settings.steps_per_launch);
}

Player::~Player() = default;

void Player::step(int steps) {
  keep_newest();
  simulator_.step(steps, *this);
}

void Player::choose() {
  keep_newest();
  simulator_.act(*this);
}

/// What the launch before has shown last, before this one writes over it.
void Player::keep_newest() {
  for (std::size_t index = 0; index < tokens_.tensors().size(); ++index)
    keep_newest(tokens_.tensors()[index], first_tokens_.tensors()[index]);
  if (mask_.tensor()) keep_newest(*mask_.tensor(), *first_mask_.tensor());
}

void Player::keep_newest(const Tensor& tensor, const Tensor& kept) {
  device_->copy(slot_data(kept, 0), slot_data(tensor, simulator_.current_slot()),
                slot_size(tensor));
}

void Player::act(int slot, const std::uint32_t* steps_before) {
  device_->answer(slot == 0 ? first_tokens_.in_slot(0) : tokens_.in_slot(slot - 1), answers_);
  AgentChoices choices;
  choices.answers = answers_;
  choices.outputs = outputs_;
  for (const ActionColumn& column : actions_.in_slot(slot))
    choices.components[choices.component_count++] = column;
  choices.mask = slot == 0 ? first_mask_.in_slot(0) : mask_.in_slot(slot - 1);
  choices.log_probabilities = log_probabilities_ + slot * agents();
  choices.values = values_ + slot * agents();
  choices.agents = agents();
  choices.agents_per_world = static_cast<std::int32_t>(actions_.agents());
  choices.first_world = static_cast<std::uint32_t>(simulator_.settings().first_world);
  choices.is_greedy = play_ == Play::Greedy;
  choices.key = kernels::make_key(simulator_.settings().seed, stream);
  choices.steps_before = steps_before;
  choices.slot = static_cast<std::uint32_t>(slot);
  device_->choose(choices);
}

std::int64_t Player::agents() const {
  return simulator_.settings().worlds * actions_.agents();
}

std::int64_t Player::allocated_bytes() const {
  return device_->allocated_bytes();
}

float* Player::allocate_floats(std::int64_t count) {
  return reinterpret_cast<float*>(
      device_->allocate(count * static_cast<std::int64_t>(sizeof(float))));
}

Tensor Player::tensor_of(const char* name, float* data) const {
  const Settings& settings = simulator_.settings();
  Tensor tensor;
  tensor.name = name;
  tensor.data = data;
  tensor.shape = {settings.steps_per_launch, settings.worlds, actions_.agents(), 1};
  tensor.strides = {agents(), actions_.agents(), 1, 1};
  tensor.dtype = DType::Float32;
  tensor.device = settings.device;
  tensor.device_index = tokens_.tensors().front().device_index;
  return tensor;
}

}  // namespace starling::policy
