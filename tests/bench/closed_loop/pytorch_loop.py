"""World-steps/s of the closed loop of simulate, observe, infer, act, with one policy for Starling
and for PyTorch, and of steps alone with random actions.

    python3 pytorch_loop.py BUILD [--env ENV ...] [--worlds N ...]

BUILD is a build for CUDA with STARLING_BENCH. Starling's side is `starling rollout`, in launches of
many steps, each a graph of networks, choices and steps. PyTorch's side steps a simulator of
libstarling_loop.so one step a launch; its policy, in bf16, reads the exported observations and
writes the exported actions where they lie, on the simulator's stream. It is timed eager, compiled,
and compiled within a CUDA graph.

Both sample, and keep log-probabilities and values. Before times are taken, what both sides compute
is compared with the policy in float32, and Starling's state on CUDA with that on the CPU; what is
wrong is said on stderr, and the script then exits with 1. A form of PyTorch that fails is a dash in
the table, and stderr says why. With --device cpu the loop can be tried where there is no GPU.
"""
import argparse
import pathlib
import sys

ENVIRONMENTS = ["cartpole", "overcooked", "murmuration"]
WORLDS = [1024, 4096, 16384, 65536]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD", type=pathlib.Path)
    parser.add_argument("--env", nargs="+", choices=ENVIRONMENTS, default=ENVIRONMENTS)
    parser.add_argument("--worlds", nargs="+", type=int, default=WORLDS)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--steps-per-launch", type=int, default=64, help="of Starling's side")
    parser.add_argument("--seconds", type=float, default=1.0, help="that each speed is taken over")
    parser.add_argument("--agents-a-call", type=int, default=16383,
                        help="most that PyTorch is given at once: as many as the grids of all its "
                        "attention kernels take")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    import comparison  # not before: who asks for help may have no PyTorch
    sys.exit(0 if comparison.compare(arguments) else 1)


if __name__ == "__main__":
    main()
