"""A policy in PyTorch that plays a simulator of libstarling_loop.so on the simulator's own tensors
and, on CUDA, its own stream: nothing is copied to the host, and nobody waits for anybody."""
import contextlib
import copy
import pathlib
import sys
import time

import torch
from torch.utils.dlpack import from_dlpack

sys.path.append(str(pathlib.Path(__file__).parents[1] / "policy"))
from pytorch_policy import Unmasked  # noqa: E402

FORMS = ["eager", "compiled", "graph"]
CHECKED_AGENTS = 4096
BOUND = 1e-2  # of errors in bf16; a wrong mask or action errs by several times as much


class WrongAnswers(Exception):
    pass


def make_policy(shape, **sizes):
    """For agents as `starling envs ENV --json` describes them."""
    types = [(kind["name"], kind["features"], kind["count"]) for kind in shape["types"]]
    return Unmasked(types, shape["actions"], **sizes).eval()


def error_of(given, right):
    """Root mean square of the difference, by that of what is right where this is more than 1."""
    return ((given - right).norm() / max(right.norm().item(), len(right) ** 0.5)).item()


class Agents:
    """What the agents of a simulator see and do, in the slot of its only step."""

    def __init__(self, simulator, shape):
        def slot(name):
            return from_dlpack(simulator.capsule(name))[0]

        self.count = slot(shape["action_tensors"][0]).shape[:2].numel()
        self.observations = {
            kind["name"]: slot(kind["name"]).view(self.count, kind["count"], kind["features"])
            for kind in shape["types"]}
        self.mask = shape["mask"] and slot(shape["mask"]).view(self.count, shape["tokens"])
        self.actions = [slot(name).view(self.count) for name in shape["action_tensors"]]
        device = self.actions[0].device
        self.log_probabilities = torch.zeros(self.count, device=device)
        self.values = torch.zeros(self.count, device=device)

    def part(self, first, end):
        """Those from first to end, as views."""
        part = copy.copy(self)
        part.count = end - first
        part.observations = {name: seen[first:end] for name, seen in self.observations.items()}
        part.mask = None if self.mask is None else self.mask[first:end]
        part.actions = [action[first:end] for action in self.actions]
        part.log_probabilities = self.log_probabilities[first:end]
        part.values = self.values[first:end]
        return part

    def parts(self, most):
        """Of equal size, so that one compiled program does for all."""
        parts = -(-self.count // most)
        while self.count % parts:
            parts += 1
        size = self.count // parts
        return [self.part(first, first + size) for first in range(0, self.count, size)]


def make_act(policy, dtype):
    """Chooses each component by its chance and writes it, as Starling's player does."""

    def act(observations, mask, actions, log_probabilities, values):
        logits, value = policy({name: seen.to(dtype) for name, seen in observations.items()}, mask)
        total = torch.zeros_like(log_probabilities)
        for head, action in zip(logits, actions):
            logs = torch.log_softmax(head.float(), -1)
            # Gumbel's way; torch.multinomial has the host look at the device
            choice = (logs - torch.log(-torch.log(torch.rand_like(logs)))).argmax(-1)
            action.copy_(choice)
            total = total + logs.gather(-1, choice[:, None])[:, 0]
        log_probabilities.copy_(total)
        values.copy_(value)

    return act


class Player:
    """Plays by a policy in bf16, in each of FORMS. All work is queued on the simulator's stream, so
    it waits for what was queued there before."""

    def __init__(self, simulator, shape, policy, most_agents):
        self.simulator = simulator
        self.stream = simulator.stream and torch.cuda.ExternalStream(simulator.stream)
        with self.on_stream():
            self.agents = Agents(simulator, shape)
            device = self.agents.values.device
            self.right_policy = copy.deepcopy(policy).to(device)
            bf16_policy = copy.deepcopy(policy).to(device, torch.bfloat16)
        self.parts = self.agents.parts(most_agents)
        self.act = make_act(bf16_policy, torch.bfloat16)
        self.compiled_act = None

    def on_stream(self):
        return torch.cuda.stream(self.stream) if self.stream else contextlib.nullcontext()

    def synchronize(self):
        if self.stream:
            self.stream.synchronize()

    def act_as(self, form):
        """A function that has all agents act on what they see now."""
        if form != "eager" and self.compiled_act is None:
            torch.compiler.reset()  # or the programs of other players count against this one's
            self.compiled_act = torch.compile(self.act, dynamic=False)
        act = self.act if form == "eager" else self.compiled_act

        def act_all():
            for part in self.parts:
                act(part.observations, part.mask, part.actions, part.log_probabilities,
                    part.values)

        if form != "graph":
            return act_all
        for _ in range(3):
            act_all()
        self.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self.stream):
            act_all()
        return graph.replay

    def right_answers(self):
        """Logs of chances, a component each, and values of the first agents, in float32. To be
        called on the stream."""
        agents = self.agents.part(0, min(self.agents.count, CHECKED_AGENTS))
        logits, values = self.right_policy(agents.observations, agents.mask)
        return [torch.log_softmax(head, -1) for head in logits], values

    def check(self, act):
        """That what an act writes is what the policy says of the actions that it wrote."""
        self.agents.log_probabilities.zero_()
        act()
        logs, values = self.right_answers()
        first = len(values)
        right = sum(log.gather(-1, action[:first, None].long())[:, 0]
                    for log, action in zip(logs, self.agents.actions))
        errors = [error_of(self.agents.log_probabilities[:first], right),
                  error_of(self.agents.values[:first], values)]
        is_finite = self.agents.log_probabilities.isfinite().all() and \
            self.agents.values.isfinite().all()
        if not (is_finite and max(errors) <= BOUND):
            raise WrongAnswers(f"errors {errors} of log-probabilities and values")

    def steps_per_s(self, form, seconds):
        """Steps of all worlds a second, each observed and acted on: the median of five windows of
        `seconds` together."""
        # what fuses best is not the module's own fast path, which no compiler looks into
        torch.backends.mha.set_fastpath_enabled(form == "eager")
        with torch.no_grad(), self.on_stream():
            act = self.act_as(form)
            self.check(act)

            def step():
                act()
                self.simulator.step()

            self.seconds_of(step, 3)
            steps = max(1, round(seconds / 5 / self.seconds_of(step, 5) * 5))
            spent = sorted(self.seconds_of(step, steps) for _ in range(5))[2]
        if self.simulator.errors() != 0:
            raise WrongAnswers(f"{self.simulator.errors()} worlds hold errors")
        return steps / spent

    def seconds_of(self, step, steps):
        """On the host's clock or by the device's events, whichever says more."""
        events = [torch.cuda.Event(enable_timing=True) for _ in range(2)] if self.stream else []
        self.synchronize()
        start = time.perf_counter()
        for event in events[:1]:
            event.record()
        for _ in range(steps):
            step()
        for event in events[1:]:
            event.record()
        self.synchronize()
        spent = time.perf_counter() - start
        return max(spent, events[0].elapsed_time(events[1]) * 1e-3) if events else spent
