"""Agents/s of the entity policy in PyTorch, eager and compiled, and, on the same weights and
observations, of starling_policy_bench.

    python3 pytorch_policy.py STARLING_POLICY_BENCH [AGENTS]
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import torch

sys.path.append(str(pathlib.Path(__file__).parents[3] / "systems" / "policy"))
from entity_policy import EntityPolicy  # noqa: E402

TOKENS_17 = [("self", 44, 1), ("agent", 9, 5), ("box", 12, 9), ("ramp", 9, 2)]
TOKENS_32 = [("self", 20, 1), ("entity", 12, 31)]
ACTIONS = [11, 11, 11, 2, 2]
CASES = [  # d_model, heads, tokens, share of tokens that are there
    (64, 4, TOKENS_17, 1.0), (128, 4, TOKENS_17, 1.0), (128, 4, TOKENS_32, 1.0),
    (64, 4, TOKENS_17, 0.7), (128, 4, TOKENS_17, 0.7), (128, 4, TOKENS_32, 0.7)]
AGENTS_A_CALL = 16383  # of 4 heads: the most that every attention kernel's grid takes


class Unmasked(EntityPolicy):
    """Where every token is there PyTorch needs no mask."""

    def forward(self, observations, mask=None):
        if mask is not None:
            return super().forward(observations, mask)
        x = torch.cat([self.embed[name](observations[name]) for name, _, _ in self.types], dim=1)
        mean = self.encoder(x).mean(1)
        return [head(mean) for head in self.actor], self.critic(mean)[..., 0]


def write_tensors(path, tensors):
    """float32 and uint8 tensors as a safetensors file."""
    header, data = {}, []
    end = 0
    for name, tensor in tensors.items():
        values = tensor.contiguous().cpu().numpy().tobytes()
        kind = {torch.float32: "F32", torch.uint8: "U8"}[tensor.dtype]
        header[name] = {"dtype": kind, "shape": list(tensor.shape),
                        "data_offsets": [end, end + len(values)]}
        end += len(values)
        data.append(values)
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(data))


def seconds_a_call(call, windows=7, calls=3):
    """Median over windows of some calls each."""
    seconds = []
    for window in range(windows + 1):  # the first warms up
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(calls):
            call()
        end.record()
        torch.cuda.synchronize()
        seconds.append(begin.elapsed_time(end) / calls * 1e-3)
    return sorted(seconds[1:])[windows // 2]


def time_pytorch(policy, observations, mask, agents):
    """In parts of as many agents as all attention kernels take. Seconds, eager and compiled."""
    policy = policy.to("cuda", torch.bfloat16).eval()
    parts = [({name: tensor[first:first + AGENTS_A_CALL].bfloat16()
               for name, tensor in observations.items()},
              None if mask is None else mask[first:first + AGENTS_A_CALL])
             for first in range(0, agents, AGENTS_A_CALL)]

    def run(module):
        with torch.no_grad():
            for part, present in parts:
                module(part, present)

    compiled = torch.compile(policy)
    return [seconds_a_call(lambda module=module: run(module)) for module in (policy, compiled)]


def main():
    bench = sys.argv[1]
    agents = int(sys.argv[2]) if len(sys.argv) > 2 else 65536
    for d_model, heads, types, share in CASES:
        torch.manual_seed(1)
        policy = Unmasked(types, ACTIONS, d_model=d_model, heads=heads, layers=2, d_ff=4 * d_model)
        observations = {name: torch.randn(agents, count, features, device="cuda")
                        for name, features, count in types}
        mask = None
        inputs = {"obs." + name: tensor for name, tensor in observations.items()}
        if share < 1:
            mask = torch.rand(agents, sum(count for _, _, count in types), device="cuda") < share
            mask[:, 0] = True
            inputs["mask"] = mask.to(torch.uint8)
        with tempfile.TemporaryDirectory() as folder:
            policy.save(folder + "/policy.safetensors")
            write_tensors(folder + "/inputs.safetensors", inputs)
            print(subprocess.run([bench, folder + "/policy.safetensors",
                                  folder + "/inputs.safetensors"], check=True,
                                 capture_output=True, text=True).stdout, end="")
        eager, compiled = time_pytorch(policy, observations, mask, agents)
        print(f"PyTorch {torch.__version__} eager {agents / eager * 1e-6:.2f} M agents/s, compiled "
              f"{agents / compiled * 1e-6:.2f}", flush=True)


if __name__ == "__main__":
    main()
