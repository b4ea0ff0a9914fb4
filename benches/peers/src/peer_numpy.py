# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs one statement of numpy's as often as it is told to, and says how long that took.

Reads lines from its standard input, and answers on its standard output:

    array NAME COUNT   and behind the line COUNT numbers of 8 bytes: an array of uint64 of this name. No answer
    before CODE        runs the code once. No answer
    statement CODE     what is to be timed. No answer
    run TIMES          answers the nanoseconds that this thread had of a processor meanwhile
    tell NAME          answers the bytes of an array of 8-byte numbers, and before them a line with how many numbers it has
"""
import sys
import time

import numpy as np

commands, answers = sys.stdin.buffer, sys.stdout.buffer
names = {"np": np}
run = None

for line in iter(commands.readline, b""):
    command, _, rest = line.decode().rstrip("\n").partition(" ")
    if command == "array":
        name, count = rest.split()
        names[name] = np.frombuffer(commands.read(8 * int(count)), dtype=np.uint64)
    elif command == "before":
        exec(rest, names)
    elif command == "statement":
        exec(f"def run(times):\n  for _ in range(times):\n    {rest}", names)
        run = names["run"]
    elif command == "run":
        start = time.thread_time_ns()
        run(int(rest))
        answers.write(b"%d\n" % (time.thread_time_ns() - start))
    elif command == "tell":
        array = names[rest]
        answers.write(b"%d\n" % len(array) + array.tobytes())
    answers.flush()
