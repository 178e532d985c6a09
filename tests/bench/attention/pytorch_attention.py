"""PyTorch's attention kernels on the shapes of starling_attention_bench, in TFLOP/s.

    python3 pytorch_attention.py [LENGTH ...]
"""
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

TOKENS, WIDTH = 16384, 2048  # batch x length, heads x head dim
BACKENDS = {"flash": SDPBackend.FLASH_ATTENTION, "cuDNN": SDPBackend.CUDNN_ATTENTION}


def tflops(backend, head_dim, length, causal, windows=7, calls=3):
    """Median over windows of some calls each."""
    batch, heads = TOKENS // length, WIDTH // head_dim
    q, k, v = (torch.randn(batch, heads, length, head_dim, device="cuda", dtype=torch.bfloat16)
               for _ in range(3))
    milliseconds = []
    with sdpa_kernel(backend):
        for window in range(windows + 1):  # the first warms up
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(calls):
                scaled_dot_product_attention(q, k, v, is_causal=causal)
            end.record()
            torch.cuda.synchronize()
            milliseconds.append(begin.elapsed_time(end) / calls)
    median = sorted(milliseconds[1:])[windows // 2]
    flops = 4 * batch * heads * length**2 * head_dim * (0.5 if causal else 1.0)
    return flops / median * 1e-9


def main():
    lengths = [int(word) for word in sys.argv[1:]] or [512 << doubling for doubling in range(6)]
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, TFLOP/s")
    print("head dim  length  causal", *(f"{name:>6}" for name in BACKENDS))
    for head_dim in (64, 128):
        for causal in (False, True):
            for length in lengths:
                reached = [f"{tflops(backend, head_dim, length, causal):6.0f}"
                           for backend in BACKENDS.values()]
                print(f"{head_dim:>8} {length:>7} {'yes' if causal else 'no':>7}", *reached)


main()
