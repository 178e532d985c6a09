/// Worlds as they are, out of a batch and into another, by memory or by file.
#include <algorithm>

#include "engine/checkpoint/reader.hpp"
#include "engine/checkpoint/world_memory.hpp"
#include "engine/checkpoint/writer.hpp"
#include "engine/fingerprint.hpp"

namespace starling {
namespace {

using checkpoint::PartIndex;
using checkpoint::WorldMemory;

/// Worlds that a batch and a checkpoint have both: by index in the batch, and in the checkpoint.
struct Overlap {
  std::int64_t in_batch = 0;
  std::int64_t in_checkpoint = 0;
  std::int64_t worlds = 0;
};

Overlap overlap_of(const Settings& settings, std::int64_t first_number, std::int64_t worlds) {
  const std::int64_t begin = std::max(settings.first_world, first_number);
  const std::int64_t end = std::min(settings.first_world + settings.worlds, first_number + worlds);
  return {begin - settings.first_world, begin - first_number,
          std::max<std::int64_t>(end - begin, 0)};
}

void check_worlds(const Settings& settings, std::int64_t first, std::int64_t count) {
  if (first >= 0 && count >= 1 && first <= settings.worlds - count) return;
  throw Error(Refusal::Usage, "worlds " + std::to_string(first) + " to " +
                                  std::to_string(first + count - 1) + " are not all among the " +
                                  std::to_string(settings.worlds) + " of this batch");
}

CheckpointHeader header_of(const Batch& batch, std::int64_t first, std::int64_t count) {
  return {.engine_version = STARLING_VERSION,
          .environment = batch.description().name,
          .options = batch.settings().options,
          .fingerprint = fingerprint_of(batch.environment()),
          .layout = checkpoint::layout_of(batch.description()),
          .seed = batch.settings().seed,
          .first_world = batch.settings().first_world + first,
          .worlds = count,
          .part_worlds = checkpoint::part_worlds_of(batch.description()),
          .steps_done = batch.steps_done()};
}

/// Calls visit(first, worlds) for one part after the other of worlds [first, first + count).
template <class Visit>
void for_each_part(std::int64_t first, std::int64_t count, std::int64_t part_worlds, Visit visit) {
  for (std::int64_t done = 0; done < count; done += part_worlds)
    visit(first + done, std::min(part_worlds, count - done));
}

/// Throws Error (Usage) where the worlds of a checkpoint cannot go on in a batch.
void check_fit(const Batch& batch, const CheckpointHeader& header, const std::string& name) {
  const Settings& settings = batch.settings();
  checkpoint::require_same(header, batch.environment(), settings.options, name);
  if (header.seed != settings.seed) {
    throw Error(Refusal::Usage, name + " is of seed " + std::to_string(header.seed) +
                                    "; this batch has " + std::to_string(settings.seed));
  }
  if (overlap_of(settings, header.first_world, header.worlds).worlds > 0) return;
  throw Error(Refusal::Usage, name + " has worlds " + std::to_string(header.first_world) + " to " +
                                  std::to_string(header.first_world + header.worlds - 1) +
                                  ", none of which this batch has");
}

void restore_part(Batch& batch, const CheckpointHeader& header, const Checkpoint::Part& part) {
  const Overlap both = overlap_of(batch.settings(), header.first_world + part.first, part.worlds);
  if (both.worlds == 0) return;
  const PartIndex index(batch.description(), part.bytes, part.worlds, "a checkpoint's part");
  WorldMemory memory(batch, both.in_batch, both.worlds);
  for (std::int64_t world = 0; world < both.worlds; ++world)
    memory.unpack(both.in_batch + world, index, both.in_checkpoint + world);
  memory.write_back();
}

}  // namespace

Checkpoint Simulator::checkpoint() {
  return checkpoint(0, settings().worlds);
}

Checkpoint Simulator::checkpoint(std::int64_t first, std::int64_t count) {
  check_worlds(settings(), first, count);
  Checkpoint kept{header_of(*batch_, first, count), {}};
  for_each_part(
      first, count, kept.header.part_worlds, [&](std::int64_t begin, std::int64_t worlds) {
        kept.parts.push_back({begin - first, worlds, WorldMemory(*batch_, begin, worlds).pack()});
      });
  return kept;
}

void Simulator::restore(const Checkpoint& checkpoint) {
  const CheckpointHeader& header = checkpoint.header;
  check_fit(*batch_, header, "a checkpoint");
  std::int64_t restored = 0;
  for (const Checkpoint::Part& part : checkpoint.parts) {
    restore_part(*batch_, header, part);
    restored += overlap_of(settings(), header.first_world + part.first, part.worlds).worlds;
  }
  if (restored == settings().worlds) batch_->set_steps_done(header.steps_done);
}

std::int64_t Simulator::save(const std::string& path) {
  const CheckpointHeader header = header_of(*batch_, 0, settings().worlds);
  CheckpointWriter writer(path, header);
  for_each_part(0, header.worlds, header.part_worlds, [&](std::int64_t first, std::int64_t worlds) {
    writer.append(WorldMemory(*batch_, first, worlds).pack());
  });
  writer.finish();
  return writer.size_bytes();
}

void Simulator::load(const std::string& path) {
  CheckpointReader reader(path);
  check_fit(*batch_, reader.header(), reader.name());
  const Overlap both = overlap_of(settings(), reader.header().first_world, reader.header().worlds);
  restore(reader.read(description(), both.in_checkpoint, both.worlds));
}

void Simulator::fork(std::int64_t world, std::int64_t first, std::int64_t count) {
  check_worlds(settings(), world, 1);
  check_worlds(settings(), first, count);
  const std::vector<std::byte> bytes = WorldMemory(*batch_, world, 1).pack();
  const PartIndex source(description(), bytes, 1, "a world");
  for_each_part(first, count, checkpoint::part_worlds_of(description()),
                [&](std::int64_t begin, std::int64_t worlds) {
                  WorldMemory memory(*batch_, begin, worlds);
                  for (std::int64_t copy = begin; copy < begin + worlds; ++copy)
                    memory.unpack(copy, source, 0);
                  memory.write_back();
                });
}

}  // namespace starling
