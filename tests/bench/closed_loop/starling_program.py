"""The program `starling`, run for one environment on one device."""
import json
import pathlib
import struct
import subprocess

OPTIONS = {"overcooked": "--entities on"}  # without which its players see no tokens
RUNS = 3


def read_floats(path, names):
    """float32 tensors of a safetensors file, each as one list."""
    raw = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + length])
    tensors = []
    for name in names:
        begin, end = (8 + length + at for at in header[name]["data_offsets"])
        tensors.append(list(struct.unpack(f"<{(end - begin) // 4}f", raw[begin:end])))
    return tensors


class Program:
    def __init__(self, path, environment, device):
        self.path, self.environment, self.device = path, environment, device
        self.options = OPTIONS.get(environment, "")

    def run(self, command, *words):
        words = [str(self.path), command, self.environment, *self.options.split(),
                 *map(str, words), "--json"]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def rollout(self, *words, device=None):
        report = self.run("rollout", "--backend", device or self.device, *words)
        assert not report["errors"], report["first_errors"]
        return report

    def world_steps_per_s(self, worlds, steps_per_launch, seconds, *policy):
        """Of all launches but the first, which makes the graph; the median of RUNS of about
        `seconds` each, fewer where they last long."""
        launches, speeds = 2, []
        while len(speeds) < RUNS:
            report = self.rollout("--worlds", worlds, "--steps", launches * steps_per_launch,
                                  "--steps-per-launch", steps_per_launch, *policy)
            spent = report["seconds"] - report["first_step_s"]
            if spent < seconds / 2 and not speeds:
                launches = 1 + round((launches - 1) * min(64, max(2, seconds / spent)))
                continue
            speeds.append(worlds * (launches - 1) * steps_per_launch / spent)
            if spent > 3 * seconds:
                break
        return sorted(speeds)[len(speeds) // 2]
