"""The closed loop of Starling beside that of PyTorch: checks, then a table of both."""
import gc
import sys
import tempfile

import torch

import starling_loop
from pytorch_player import BOUND, FORMS, Player, WrongAnswers, error_of, make_policy
from starling_program import Program, read_floats

SIZES = {"d_model": 64, "heads": 4, "layers": 2, "d_ff": 256}
BOUNDS = {"bf16": BOUND, "fp32": 1e-4}  # of Starling's log-probabilities and values
CHECKED_WORLDS = 1024
HASHED = ["--worlds", 64, "--steps", 100, "--greedy", "--precision", "fp32"]
COLUMNS = {"alone": ("step alone", ""), "bf16": ("Starling", "bf16"), "fp32": ("Starling", "fp32"),
           "eager": ("PyTorch", "eager"), "compiled": ("PyTorch", "compiled"),
           "graph": ("PyTorch", "graph"), "ratio": ("Starling bf16", "by PyTorch")}


class Comparison:
    """Of one environment."""

    def __init__(self, arguments, library, environment):
        self.arguments, self.library = arguments, library
        self.program = Program(arguments.build / "starling", environment, arguments.device)
        self.shape = self.program.run("envs")["policy"]
        torch.manual_seed(1)
        self.policy = make_policy(self.shape, **SIZES)
        self.is_right = True
        on_cpu = arguments.device == "cpu"
        self.precisions, self.forms = (["fp32"], FORMS[:1]) if on_cpu else (list(BOUNDS), FORMS)

    def simulator(self, worlds):
        return starling_loop.Simulator(self.library, self.program.environment,
                                       self.program.options, worlds,
                                       device=self.arguments.device)

    def say(self, text, is_right=True):
        self.is_right &= is_right
        print(f"{self.program.environment}: {text}{'' if is_right else '  wrong'}", file=sys.stderr,
              flush=True)

    def check_answers(self, path):
        """Starling's first answers are those of the policy in float32, to what bf16 allows."""
        simulator = self.simulator(CHECKED_WORLDS)
        player = Player(simulator, self.shape, self.policy, CHECKED_WORLDS)
        with torch.no_grad(), player.on_stream():
            logs, values = player.right_answers()
            best = sum(log.max(-1).values for log in logs).cpu()  # of the greedy actions
            values = values.cpu()
        for precision in self.precisions:
            with tempfile.TemporaryDirectory() as folder:
                self.program.rollout("--worlds", CHECKED_WORLDS, "--steps", 1, "--policy", path,
                                     "--greedy", "--precision", precision, "--out",
                                     folder + "/out")
                given = read_floats(folder + "/out", ["log_probability", "value"])
            errors = [error_of(torch.tensor(answer[:len(right)]), right)
                      for answer, right in zip(given, (best, values))]
            self.say(f"Starling {precision} errs by {errors[0]:.1e} in log-probabilities and by "
                     f"{errors[1]:.1e} in values", max(errors) <= BOUNDS[precision])
        del player
        simulator.close()

    def check_hashes(self, path):
        """Both backends play the same in fp32."""
        hashes = [self.program.rollout(*HASHED, "--policy", path, device=device)["state_hash"]
                  for device in ("cpu", self.arguments.device)]
        self.say(f"Starling's state in fp32 on cpu and {self.arguments.device}: "
                 f"{' and '.join(hashes)}", hashes[0] == hashes[1])

    def time_pytorch(self, worlds):
        """World-steps/s of each form that works."""
        simulator = self.simulator(worlds)
        player = Player(simulator, self.shape, self.policy, self.arguments.agents_a_call)
        speeds = {}
        for form in self.forms:
            try:
                speeds[form] = worlds * player.steps_per_s(form, self.arguments.seconds)
            except (RuntimeError, WrongAnswers) as error:
                self.say(f"PyTorch {form}, {worlds} worlds: {error}",
                         is_right=isinstance(error, RuntimeError))
        del player  # its tensors are the simulator's
        gc.collect()
        if self.arguments.device == "cuda":
            torch.cuda.empty_cache()  # what was kept for the simulator's stream
        simulator.close()
        return speeds

    def row(self, worlds, path):
        """Speeds by column."""
        arguments = self.arguments

        def starling(*policy):
            return self.program.world_steps_per_s(worlds, arguments.steps_per_launch,
                                                  arguments.seconds, *policy)

        speeds = {"alone": starling()}
        for precision in self.precisions:
            speeds[precision] = starling("--policy", path, "--precision", precision)
        of_pytorch = self.time_pytorch(worlds)
        if of_pytorch and "bf16" in speeds:
            speeds["ratio"] = speeds["bf16"] / max(of_pytorch.values())
        return speeds | of_pytorch


def print_line(environment, worlds, cells):
    widths = (max(map(len, heading)) for heading in COLUMNS.values())
    print(f"{environment:<12} {worlds:>7}",
          *(f"{cell:>{max(width, 9)}}" for cell, width in zip(cells, widths)), flush=True)


def cell(speeds, column):
    if column not in speeds:
        return "-"
    return f"{speeds[column]:.2f}" if column == "ratio" else f"{speeds[column] * 1e-6:.3f}"


def compare(arguments):
    """Prints the table; whether all results were right."""
    library = starling_loop.load(
        str(arguments.build / "tests" / "bench" / "closed_loop" / "libstarling_loop.so"))
    device = "CPU" if arguments.device == "cpu" else torch.cuda.get_device_name()
    print(f"{device}, PyTorch {torch.__version__}, million world-steps/s, {SIZES}")
    print_line("environment", "worlds", [first for first, _ in COLUMNS.values()])
    print_line("", "", [second for _, second in COLUMNS.values()])
    is_right = True
    for environment in arguments.env:
        comparison = Comparison(arguments, library, environment)
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/policy.safetensors"
            comparison.policy.save(path)
            comparison.check_answers(path)
            comparison.check_hashes(path)
            for worlds in arguments.worlds:
                speeds = comparison.row(worlds, path)
                print_line(environment, worlds, [cell(speeds, column) for column in COLUMNS])
        is_right &= comparison.is_right
    return is_right
