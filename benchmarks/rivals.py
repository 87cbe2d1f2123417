"""Environments of other libraries, each stepped a slice at a time on request: run by environments.py in their own environment.

It reads the name of an environment a line and answers with a line of JSON: steps, seconds of processor time. Its first line
tells of every environment its plies a step and the bytes of a row's observation and mask, or why it is not there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

BATCH = 1024
STEPS = 32
SLICE = 0.25
PUFFER = (
    "https://files.pythonhosted.org/packages/7c/e1/5292f9b69c6263707b40ba04a87e6b9bcc177281d31092f77afd90c412f1/pufferlib-3.0.0.tar.gz",
    "7df3a3e3f5f894d78d2a1f5374097890aec01473183e748abefe4f3faa10eaa9",
)
Rival = tuple[Callable[[], int], float, int]
"""What does some steps and counts them, its plies a step, the bytes that a row gets."""


def pgx(name: str) -> Rival:
    """A batch stepped with random legal actions and automatic reset, all of it compiled by JAX."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, choice, reset = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return (step(state, jax.random.categorical(choice, logits), jax.random.split(reset, BATCH)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS)[0])
    carry = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def work() -> int:
        carry[0], carry[1] = run(carry[0], carry[1])
        carry[1].block_until_ready()
        return BATCH * STEPS

    state = carry[0]
    return work, 1.0, (state.observation.nbytes + state.legal_action_mask.nbytes) // BATCH


def openspiel(name: str, looks: bool) -> Rival:
    """A game in C++, stepped from Python one match after the other."""
    import pyspiel

    game = pyspiel.load_game(name)
    chooser = random.Random(1)
    states = [game.new_initial_state()]

    def work() -> int:
        state = states[0]
        for _ in range(1000):
            if state.is_terminal():
                state = game.new_initial_state()
            if looks:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(chooser.choice(state.legal_actions()))
        states[0] = state
        return 1000

    size = 4 * game.observation_tensor_size() + 4 * game.num_distinct_actions()
    return work, 1.0, size if looks else 0


def openspiel_rollouts(name: str, rollouts: int = 100) -> Rival:
    """The same game in random rollouts that never leave C++: its search with one simulation. Nothing is written."""
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 100, False, 1, False)
    chooser, plies = random.Random(1), 0
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            plies += 1

    def work() -> int:
        bot.step(game.new_initial_state())
        return round(rollouts * plies / 200)

    return work, 1.0, 0


def envpool(name: str) -> Rival:
    """Its smallest environment, as it has no board game for two."""
    import envpool
    import numpy as np

    env = envpool.make_gymnasium(name, num_envs=BATCH, num_threads=1)
    seen, _ = env.reset()
    drawn = np.random.default_rng(1).integers(0, env.action_space.n, (64, BATCH)).astype(np.int32)

    def work() -> int:
        for actions in drawn:
            env.step(actions)
        return BATCH * len(drawn)

    return work, 1.0, seen.nbytes // BATCH


def puffer_sources() -> Path:
    """The source archive of PufferLib, unpacked: pip cannot fetch it, as its metadata need PyTorch."""
    folder = Path(sys.prefix) / "pufferlib-3.0.0"
    if not folder.exists():
        with urllib.request.urlopen(PUFFER[0]) as answer:
            data = answer.read()
        if hashlib.sha256(data).hexdigest() != PUFFER[1]:
            raise ValueError("the archive of PufferLib is another one: expected the sum that rivals.py has")
        archive = Path(sys.prefix) / "pufferlib.tar.gz"
        archive.write_bytes(data)
        with tarfile.open(archive) as packed:
            packed.extractall(Path(sys.prefix), filter="data")
    return folder


def puffer_binding(name: str, at_random: bool):
    """Build the module of one of PufferLib's environments as its setup does, with raylib from its archive, and import it."""
    import numpy as np

    folder = puffer_sources()
    source = folder / "pufferlib" / "ocean" / name / "binding.c"
    if at_random:  # its opponent searches four plies deep: this one plays the first legal column from a random one on
        header = (source.parent / f"{name}.h").read_text()
        asked = "column = compute_env_move(env);"
        if header.count(asked) != 1:
            raise ValueError(f"{name}.h of PufferLib has changed: expected one line {asked}")
        drawn = "column = rand() % 7; piece_mask = env->player_pieces | env->env_pieces;"
        drawn += "for (int i = 0; i < 7 && invalid_move(column, piece_mask); i++) column = (column + 1) % 7;"
        changed = source.parent / "at_random"
        changed.mkdir(exist_ok=True)
        (changed / f"{name}.h").write_text(header.replace(asked, drawn))
        (changed / "binding.c").write_text(source.read_text().replace("../env_binding.h", "../../env_binding.h"))
        source = changed / "binding.c"
    library = source.with_suffix(".so")
    raylib = folder / "raylib-5.5_linux_amd64"
    places = [f"-I{raylib}/include", f"-I{sysconfig.get_path('include')}", f"-I{np.get_include()}"]
    flags = ["-shared", "-fPIC", "-O2", "-fwrapv", "-w", "-DPLATFORM_DESKTOP", "-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION"]
    links = [f"{raylib}/lib/libraylib.a", "-lm", "-lpthread", "-ldl"]
    subprocess.run(["gcc", *flags, *places, str(source), "-o", str(library), *links], check=True)
    spec = importlib.util.spec_from_file_location("binding", library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def puffer(name: str, size: int, kind: str, actions: int, at_random: bool = False) -> Rival:
    """An environment of PufferLib's ocean: one seat learns, the other plays inside. No masks: what is illegal ends the match."""
    import numpy as np

    binding = puffer_binding(name, at_random)
    seen, chosen = np.zeros((BATCH, size), kind), np.zeros(BATCH, np.int32)
    flags = [np.zeros(BATCH, np.float32), np.zeros(BATCH, np.uint8), np.zeros(BATCH, np.uint8)]
    envs = binding.vec_init(seen, chosen, *flags, BATCH, 1)
    binding.vec_reset(envs, 1)
    drawn = np.random.default_rng(1).integers(0, actions, (64, BATCH)).astype(np.int32)

    def work() -> int:
        start = time.process_time()
        for i, row in enumerate(drawn):
            chosen[:] = row
            binding.vec_step(envs)
            if time.process_time() - start > SLICE:
                return (i + 1) * BATCH
        return BATCH * len(drawn)

    plies = 0
    for row in drawn:  # a piece more is a ply more; matches that begin anew have fewer
        before, chosen[:] = np.count_nonzero(seen, axis=1), row
        binding.vec_step(envs)
        plies += np.maximum(np.count_nonzero(seen, axis=1) - before, 0).sum()
    HELD.extend([seen, *flags])
    return work, float(plies / drawn.size), seen.nbytes // BATCH


HELD: list[object] = []  # arrays that C writes to
RIVALS: dict[str, Callable[[], Rival]] = {
    "pgx connect four": lambda: pgx("connect_four"),
    "pgx othello": lambda: pgx("othello"),
    "PufferLib connect four, its opponent searches": lambda: puffer("connect4", 42, "f4", 7),
    "PufferLib connect four, its opponent made random": lambda: puffer("connect4", 42, "f4", 7, at_random=True),
    "EnvPool Catch (no board game)": lambda: envpool("Catch-v0"),
    "OpenSpiel connect four, C++ rollouts": lambda: openspiel_rollouts("connect_four"),
    "OpenSpiel othello, C++ rollouts": lambda: openspiel_rollouts("othello"),
    "OpenSpiel connect four from Python": lambda: openspiel("connect_four", True),
    "OpenSpiel othello from Python": lambda: openspiel("othello", True),
}


def tell(message: object) -> None:
    """Write a line for environments.py."""
    print(json.dumps(message), file=CHANNEL, flush=True)


def serve() -> None:
    """Make all rivals, tell of them, and let them work as they are called."""
    ready: dict[str, Rival] = {}
    known: dict[str, list[float] | str] = {}
    for name, make in RIVALS.items():
        try:
            ready[name] = make()
            ready[name][0]()  # JAX compiles
            known[name] = list(ready[name][1:])
        except Exception as error:
            known[name] = f"{type(error).__name__}: {error}"
    tell(known)
    for line in sys.stdin:
        work = ready[line.strip()][0]
        start, steps = time.process_time(), 0
        while time.process_time() - start < SLICE:
            steps += work()
        tell([steps, time.process_time() - start])


if __name__ == "__main__":
    CHANNEL = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print does not get between the lines
    serve()
