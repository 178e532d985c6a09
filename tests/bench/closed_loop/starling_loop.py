"""Simulators of libstarling_loop.so for Python, by ctypes: see loop.hpp."""
import ctypes

CAPSULE = b"dltensor"  # as DLPack has it; a capsule keeps no copy of its name


def load(path):
    """The library, its functions with their types."""
    library = ctypes.CDLL(path)
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64
    for name, result, arguments in [
            ("error", text, []),
            ("make", pointer, [text, text, number, ctypes.c_uint64, ctypes.c_int, text]),
            ("destroy", None, [pointer]),
            ("tensor_count", ctypes.c_int, [pointer]),
            ("tensor_name", text, [pointer, ctypes.c_int]),
            ("tensor", pointer, [pointer, text]),
            ("step", ctypes.c_int, [pointer, ctypes.c_int]),
            ("current_slot", ctypes.c_int, [pointer]),
            ("stream", pointer, [pointer]),
            ("state_hash", ctypes.c_int, [pointer, ctypes.POINTER(ctypes.c_uint64)]),
            ("errors", number, [pointer])]:
        function = getattr(library, "starling_loop_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Simulator:
    """Takes its actions from tensors. Whoever takes a tensor drops it before the simulator goes."""

    def __init__(self, library, environment, options="", worlds=1, seed=0, steps_per_launch=1,
                 device="cuda"):
        """options: the environment's, as the program takes them: "--birds 64"."""
        self.library = library
        self.pointer = library.starling_loop_make(
            environment.encode(), options.encode(), worlds, seed, steps_per_launch, device.encode())
        self.check(self.pointer is not None)
        self.stream = library.starling_loop_stream(self.pointer)  # None on a CPU

    def check(self, is_well):
        if not is_well:
            raise RuntimeError(self.library.starling_loop_error().decode())

    def close(self):
        self.library.starling_loop_destroy(self.pointer)
        self.pointer = None

    def tensor_names(self):
        return [self.library.starling_loop_tensor_name(self.pointer, index).decode()
                for index in range(self.library.starling_loop_tensor_count(self.pointer))]

    def capsule(self, name):
        """The tensor [slots, worlds, rows, elements] as from_dlpack takes it, without a copy."""
        tensor = self.library.starling_loop_tensor(self.pointer, name.encode())
        self.check(tensor is not None)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(tensor, CAPSULE, None)

    def step(self, steps=1):
        """On CUDA returns once the steps are queued on the stream."""
        if self.library.starling_loop_step(self.pointer, steps) != 0:
            self.check(False)

    def current_slot(self):
        return self.library.starling_loop_current_slot(self.pointer)

    def state_hash(self):
        """As the program reports it."""
        value = ctypes.c_uint64()
        self.check(self.library.starling_loop_state_hash(self.pointer, value) == 0)
        return f"{value.value:016x}"

    def errors(self):
        """Worlds that hold an error."""
        worlds = self.library.starling_loop_errors(self.pointer)
        self.check(worlds >= 0)
        return worlds
