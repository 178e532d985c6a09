"""The PyTorch module is the network of the golden policies, and what it saves is read as it was.

    entity_policy_test.py STARLING GOLDEN    exits with 77 where it cannot run
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy
    import torch
except ImportError:
    print("skipped: no PyTorch with NumPy here")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "systems" / "policy"))
from entity_policy import EntityPolicy

TYPES = {"F32": numpy.float32, "F64": numpy.float64, "U8": numpy.uint8}


def read(path):
    """Metadata and tensors of a safetensors file."""
    raw = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + length])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + length + at for at in entry["data_offsets"])
        values = numpy.frombuffer(raw[begin:end], TYPES[entry["dtype"]]).reshape(entry["shape"])
        tensors[name] = torch.from_numpy(values.copy())
    return metadata, tensors


def module_of(path):
    metadata, tensors = read(path)
    sizes = {name: int(metadata[name]) for name in ("d_model", "heads", "layers", "d_ff")}
    types = [tuple(kind) for kind in json.loads(metadata["types"])]
    policy = EntityPolicy(types, json.loads(metadata["actions"]), **sizes)
    policy.load_state_dict(tensors)
    return policy, metadata, tensors


def check_golden(folder, name):
    policy, _, _ = module_of(folder / f"{name}.safetensors")
    _, golden = read(folder / f"{name}_io.safetensors")
    observations = {kind: golden[f"obs.{kind}"].double() for kind, _, _ in policy.types}
    with torch.no_grad():
        logits, value = policy.double()(observations, golden["mask"])
    answers = {f"logits.{k}": head for k, head in enumerate(logits)} | {"value": value}
    for tensor, answer in answers.items():
        expected = golden[tensor].double().reshape(answer.shape)
        error = (answer - expected).norm() / expected.norm()
        print(f"{name} {tensor}: {error:.1e}")
        assert error < 2e-6, tensor


def check_saved(starling, folder, name):
    policy, _, tensors = module_of(folder / f"{name}.safetensors")
    with tempfile.TemporaryDirectory() as place:
        path = f"{place}/saved.safetensors"
        policy.save(path)
        _, saved = read(path)
        shown = [json.loads(subprocess.run([starling, "policy", "inspect", file, "--json"],
                                           check=True, capture_output=True).stdout)
                 for file in (path, str(folder / f"{name}.safetensors"))]
    assert shown[0] == shown[1], shown
    assert saved.keys() == tensors.keys()
    assert all(torch.equal(saved[name], tensors[name]) for name in saved)


def check_played(starling):
    policy = EntityPolicy([("observation", 4, 1)], actions=[2], d_model=32, heads=2, d_ff=64)
    logits, value = policy({"observation": torch.zeros(3, 1, 4)})
    assert logits[0].shape == (3, 2) and value.shape == (3,)
    with tempfile.TemporaryDirectory() as place:
        path = f"{place}/saved.safetensors"
        policy.save(path)
        subprocess.run([starling, "rollout", "cartpole", "--worlds", "3", "--steps", "5",
                        "--policy", path], check=True, capture_output=True)


def main():
    starling, golden = sys.argv[1], pathlib.Path(sys.argv[2]) / "policy"
    for name in ("policy_small", "policy_hide_and_seek"):
        check_golden(golden, name)
        check_saved(starling, golden, name)
    check_played(starling)
    print("passed")


main()
