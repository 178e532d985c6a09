"""PyTorch's attention kernels on the shapes of starling_attention_bench, in TFLOP/s, and on those of
starling_short_attention_bench, in GB/s of the bytes of q, k, v and out.

    python3 pytorch_attention.py [LENGTH ...]
    python3 pytorch_attention.py --short [LENGTH ...]
"""
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

TOKENS, WIDTH = 16384, 2048  # batch x length, heads x head dim
BACKENDS = {"flash": SDPBackend.FLASH_ATTENTION, "cuDNN": SDPBackend.CUDNN_ATTENTION}

SEQUENCES, HEADS = 65536, 4
SHORT_BACKENDS = {**BACKENDS, "efficient": SDPBackend.EFFICIENT_ATTENTION, "math": SDPBackend.MATH}
PAIRS_A_CALL = 65535  # of a sequence and a head: the most that every backend's grid takes


def median_milliseconds(backend, call, windows=7, calls=3):
    """Median over windows of some calls each."""
    milliseconds = []
    with sdpa_kernel(backend):
        for window in range(windows + 1):  # the first warms up
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(calls):
                call()
            end.record()
            torch.cuda.synchronize()
            milliseconds.append(begin.elapsed_time(end) / calls)
    return sorted(milliseconds[1:])[windows // 2]


def tflops(backend, head_dim, length, causal):
    batch, heads = TOKENS // length, WIDTH // head_dim
    q, k, v = (torch.randn(batch, heads, length, head_dim, device="cuda", dtype=torch.bfloat16)
               for _ in range(3))
    median = median_milliseconds(
        backend, lambda: scaled_dot_product_attention(q, k, v, is_causal=causal))
    flops = 4 * batch * heads * length**2 * head_dim * (0.5 if causal else 1.0)
    return flops / median * 1e-9


def gigabytes_per_s(backend, tensors, mask):
    """None where the backend refuses the shape. In parts of as many sequences as all can take."""
    part = SEQUENCES if backend == SDPBackend.MATH else PAIRS_A_CALL // HEADS
    parts = [tuple(tensor[first:first + part] for tensor in tensors) +
             (None if mask is None else mask[first:first + part],)
             for first in range(0, SEQUENCES, part)]

    def call():
        for q, k, v, present in parts:
            scaled_dot_product_attention(q, k, v, attn_mask=present)

    try:
        return 4 * tensors[0].numel() * 2 / median_milliseconds(backend, call) * 1e-6
    except RuntimeError:
        return None


def print_short(lengths):
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, GB/s, {SEQUENCES} sequences "
          f"of {HEADS} heads")
    print("tokens  head dim  present", *(f"{name:>9}" for name in SHORT_BACKENDS))
    for length in lengths:
        for head_dim in (16, 32, 64):
            tensors = [torch.randn(SEQUENCES, HEADS, length, head_dim, device="cuda",
                                   dtype=torch.bfloat16) for _ in range(3)]
            mask = None
            if length % 16 != 0:
                mask = torch.rand(SEQUENCES, 1, 1, length, device="cuda") < 0.7
            reached = [gigabytes_per_s(backend, tensors, mask)
                       for backend in SHORT_BACKENDS.values()]
            print(f"{length:>6} {head_dim:>9} {'100%' if mask is None else '70%':>8}",
                  *("        -" if speed is None else f"{speed:9.0f}" for speed in reached),
                  flush=True)


def print_long(lengths):
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, TFLOP/s")
    print("head dim  length  causal", *(f"{name:>6}" for name in BACKENDS))
    for head_dim in (64, 128):
        for causal in (False, True):
            for length in lengths:
                reached = [f"{tflops(backend, head_dim, length, causal):6.0f}"
                           for backend in BACKENDS.values()]
                print(f"{head_dim:>8} {length:>7} {'yes' if causal else 'no':>7}", *reached)


def main():
    words = sys.argv[1:]
    if words[:1] == ["--short"]:
        print_short([int(word) for word in words[1:]] or [16, 17, 32, 64])
    else:
        print_long([int(word) for word in words] or [512 << doubling for doubling in range(6)])


main()
