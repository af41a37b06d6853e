"""One of OpenSpiel's games by random legal moves, an observation made for each: prints decisions per second of CPU time."""
import random
import sys
import time

import pyspiel

game = pyspiel.load_game(sys.argv[1])
draws = random.Random(1)


def play_for(seconds):
    """In seconds of CPU time: what else runs on the machine does not shorten it."""
    before, steps = time.process_time(), 0
    while time.process_time() - before < seconds:
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
