"""The entity policy as a PyTorch module, and its file, which `starling rollout --policy` plays.

    policy = EntityPolicy([("own_view", 3, 1), ("birds_view", 4, 12)], actions=[11, 5])
    logits, value = policy({"own_view": own, "birds_view": birds}, mask)
    policy.save("hawk.safetensors")
"""
import json
import struct

import torch
from torch import nn


class EntityPolicy(nn.Module):
    """Entities become tokens of an encoder; heads read the mean of those that are there."""

    def __init__(self, types, actions, d_model=64, heads=4, layers=2, d_ff=256):
        """types: (name, features, count) of each kind of entities, the agent itself first; named as
        the environment's tensors. actions: choices of each component."""
        super().__init__()
        width = d_model // heads
        if d_model not in (32, 64, 128, 256) or d_model % heads or not 8 <= width <= 64:
            raise ValueError(f"d_model {d_model} with {heads} heads: 32, 64, 128 or 256 in heads "
                             "of 8 to 64 are played")
        if d_ff % 32 or not 32 <= d_ff <= 4 * d_model or not 1 <= layers <= 8:
            raise ValueError(f"d_ff {d_ff}, layers {layers}: multiples of 32 up to 4 d_model, and 1 "
                             "to 8 layers are played")
        self.types, self.actions = list(types), list(actions)
        self.sizes = {"d_model": d_model, "heads": heads, "layers": layers, "d_ff": d_ff}
        self.embed = nn.ModuleDict({name: nn.Linear(n, d_model) for name, n, _ in self.types})
        layer = nn.TransformerEncoderLayer(d_model, heads, d_ff, dropout=0.0, activation="gelu",
                                           batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, norm=nn.LayerNorm(d_model),
                                             enable_nested_tensor=False)
        self.actor = nn.ModuleList(nn.Linear(d_model, choices) for choices in self.actions)
        self.critic = nn.Linear(d_model, 1)

    def forward(self, observations, mask=None):
        """observations: [agents, count, features] by name; mask: [agents, tokens], not 0 for each
        token that is there, the first always; None: all are. Gives logits by component and the
        value."""
        x = torch.cat([self.embed[name](observations[name]) for name, _, _ in self.types], dim=1)
        mask = x.new_ones(x.shape[:2], dtype=torch.bool) if mask is None else mask.bool()
        x = torch.where(mask[..., None], x, 0.0)  # what is not there may be no number
        x = self.encoder(x, src_key_padding_mask=~mask)
        mean = torch.where(mask[..., None], x, 0.0).sum(1) / mask.sum(1, keepdim=True)
        return [head(mean) for head in self.actor], self.critic(mean)[..., 0]

    def save(self, path):
        """Writes weights, as float32, and architecture: a safetensors file."""
        metadata = {name: str(size) for name, size in self.sizes.items()}
        metadata |= {"format": "entity_policy", "types": json.dumps(self.types),
                     "actions": json.dumps(self.actions), "activation": "gelu",
                     "norm_eps": repr(self.encoder.norm.eps)}
        header, data = {"__metadata__": metadata}, b""
        for name, tensor in self.state_dict().items():
            values = tensor.detach().to("cpu", torch.float32).contiguous().numpy().tobytes()
            header[name] = {"dtype": "F32", "shape": list(tensor.shape),
                            "data_offsets": [len(data), len(data) + len(values)]}
            data += values
        text = json.dumps(header).encode()
        with open(path, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text + data)
