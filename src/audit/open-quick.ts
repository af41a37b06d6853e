/** Quick matches of ruleset `open`: programs by themselves in one seat or two of one owner; everybody else waits. */

import { playMatch } from '~/engine/memory-run';
import { booksOf } from '~/games/gpu-market/open/books/conservation';
import { parseOpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { openMarketBy } from '~/games/gpu-market/open/open';
import type { Apply } from '~/games/gpu-market/open/proceedings';
import type { Look, Quick } from './ground';
import { IDIOMS, QUICK_LANGUAGE } from './open-language';
import { firstFault, reachedBy, unexplainedOf } from './open-look';
import { movesOf } from './open-moves';
import type { Program } from './program';

/** A turn has room for every step of the longest program, done twice. */
const ACTIONS = 20;

export function openQuick(task: string, apply: Apply): Quick {
  const play = (program: Program, seed: number) => playQuickly({ task, apply }, program, seed);
  return {
    language: QUICK_LANGUAGE,
    idioms: IDIOMS,
    look: async (programs, seed) => programs.map((program) => lookAt(play(program, seed))),
    trace: async (program, seed) => firstFault(play(program, seed).events, apply),
  };
}

interface Played {
  events: OpenEvent[];
  seats: string[];
  rounds: number;
}

function playQuickly({ task, apply }: { task: string; apply: Apply }, program: Program, seed: number): Played {
  const read = parseOpenConfig({ task_type: task, seed, judge_mode: 'rule' });
  if (!read.ok) throw new Error(read.why);
  const { labs, rounds } = read.value;
  const [own, second] = [`lab_${seed % labs}`, `lab_${(seed + 1) % labs}`];
  const steps = { own: program.filter((step) => step.seat === 'own'), second: program.filter((step) => step.seat === 'second') };
  const { events } = playMatch(
    openMarketBy(apply),
    { ...read.value, actions_per_round: ACTIONS },
    {
      playerOf: (seat) => {
        if (seat === own) return (observation) => movesOf(steps.own, { observation, partner: second });
        if (seat === second && steps.second.length > 0) return (observation) => movesOf(steps.second, { observation, partner: own });
        return () => [];
      },
    },
  );
  return { events, seats: steps.second.length > 0 ? [own, second] : [own], rounds };
}

function lookAt({ events, seats, rounds }: Played): Look {
  return { ...unexplainedOf(booksOf(events), seats), reached: reachedBy(events, rounds) };
}
