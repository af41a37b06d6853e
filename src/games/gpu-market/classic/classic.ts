/** The GPU market, ruleset `classic`: an exact copy of the published benchmark. lab_0 is the only seat. */
import type { Clock, Game, GameEvent, Outcome, Reading, SeatId, SeatSpec, Viewer } from '~/contract/game';
import type { Names } from '~/contract/narrator';
import type { MarketEvent } from '../events';
import { hearings } from '../hearings';
import type { ToldEvent } from '../told-events';
import { type Action, JUDGE_MODES, type Observation } from '../types';
import type { MarketView } from '../view';
import { type ClassicConfig, options, parseConfig, TASKS, TOGETHER } from './config';
import { decide } from './decide';
import { evolve } from './evolve';
import { lastOfRounds, narrate, told } from './narrate';
import { observe } from './observe';
import { inPlace } from './play-in-memory';
import { publish } from './publish';
import { readAction } from './read-action';
import { type ClassicState, CONTROLLED, copyState } from './state';
import { view } from './view';
import { openMatch, RULESET, VERSION } from './world';

export type ClassicGame = Game<ClassicConfig, ClassicState, MarketEvent, Observation, MarketView>;

export const classic = {
  ref: { key: `gpu-market/${RULESET}`, version: VERSION },
  family: 'The GPU market',
  roles: [{ id: 'lab', title: 'Lab', weight: 1 }],
  can: { hearing: hearings },
  verdictType: 'pitches_judged',
  tasks: TASKS,
  usualTask: 'coalition_market',
  judgeModes: JUDGE_MODES,
  options,
  together: TOGETHER,
  parseConfig,
  seats(): SeatSpec[] {
    return [{ id: CONTROLLED, role: 'lab', title: CONTROLLED, people: false }];
  },
  open: openMatch,
  evolve,
  inPlace,
  replaceable: true,
  copy: copyState,
  toAct(state: ClassicState): SeatId[] {
    return state.finished ? [] : [CONTROLLED];
  },
  readMove(raw: unknown): Reading<Action> {
    return readAction(raw);
  },
  decide(state: ClassicState, seat: SeatId, move: unknown): MarketEvent[] {
    if (seat !== CONTROLLED) throw new Error(`classic has one seat, ${CONTROLLED}; ${seat} cannot be played`);
    return decide(state, move);
  },
  /** A round ends only with lab_0's move, so it cannot lapse. */
  lapse(): MarketEvent[] {
    return [];
  },
  observe(state: ClassicState, seat: SeatId): Observation {
    if (seat !== CONTROLLED) throw new Error(`classic has one seat, ${CONTROLLED}; ${seat} sees nothing`);
    return observe(state);
  },
  view(state: ClassicState, viewer: Viewer): MarketView {
    return view(state, viewer);
  },
  publish,
  told,
  narrate: (event: GameEvent, names: Names) => narrate(event as ToldEvent, names), // published by these rules
  curve: ({ curves }: MarketView) => lastOfRounds(Object.values(curves)[0] ?? []),
  outcome(state: ClassicState): Outcome {
    return { finished: state.finished, scores: { [CONTROLLED]: state.cumulative } };
  },
  clock({ round_index: round, max_rounds: rounds }: ClassicState): Clock {
    return { turn: round, round, rounds };
  },
} satisfies ClassicGame;
