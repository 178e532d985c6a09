#!/usr/bin/env bash
# Checks a CUDA build on a machine with a GPU, then measures it: tests, sanitizers, and rollouts whose
# state the CPU must reproduce. Prints a short table last.
#
#   tests/gpu_check.sh build/cuda [quick]      quick: no sanitizers
set -euo pipefail
build=$1
quick=${2:-}
starling=$build/starling
tests=$build/tests/starling_gpu_tests

field() { grep -oE "\"$1\":(\"[^\"]*\"|[^,}]*)" | head -1 | cut -d: -f2- | tr -d '"'; }

echo "== tests on the GPU"
"$tests" --gtest_brief=1
"$starling" verify cartpole --worlds 1000 --steps 2000

if [ -z "$quick" ]; then
  for tool in memcheck racecheck; do
    echo "== compute-sanitizer $tool"
    compute-sanitizer --tool "$tool" --error-exitcode 9 \
      "$tests" --gtest_brief=1 --gtest_filter='*Sanitized*'
  done
fi

echo "== rollouts"
printf '%10s %5s %16s %18s %18s\n' worlds K world-steps/s 'hash on CUDA' 'hash on the CPU'
for worlds in 1024 65536 1048576; do
  for steps_per_launch in 64 1; do
    # the CPU repeats the first 256 steps; the speed is that of a longer run
    checked=$("$starling" rollout cartpole --worlds "$worlds" --steps 256 --backend cuda --json \
      --steps-per-launch "$steps_per_launch" | field state_hash)
    expected=$("$starling" rollout cartpole --worlds "$worlds" --steps 256 --backend cpu --json |
      field state_hash)
    speed=$("$starling" rollout cartpole --worlds "$worlds" --steps 12800 --backend cuda --json \
      --steps-per-launch "$steps_per_launch" | field world_steps_per_s)
    printf '%10d %5d %16.4g %18s %18s\n' "$worlds" "$steps_per_launch" "$speed" "$checked" \
      "$expected"
    [ "$checked" = "$expected" ]
  done
done
