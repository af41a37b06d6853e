"""One of OpenSpiel's games by random legal moves, an observation made for each: prints decisions per second of CPU time."""
import random
import sys
import time

import pyspiel

game = pyspiel.load_game(sys.argv[1])
draws = random.Random(1)


def play_for(wall_seconds):
    before, end, steps = time.process_time(), time.monotonic() + wall_seconds, 0
    while time.monotonic() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(draws.choices(actions, weights)[0])
                continue
            state.observation_string(state.current_player())
            state.apply_action(draws.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - before)


play_for(0.5)
print(round(play_for(float(sys.argv[2]))))
