/** The rules that are specific to version 2. */
import type { Laws } from '../shared/proceedings';
import { refuse } from '../shared/refusal';
import { lapsePledges } from '../shared/rules/pledges';
import { phaseOf2, readAction2 } from './actions';
import { carryOut2 } from './rules/carry-out';
import { judgeOf2 } from './rules/pitches';
import { lapsePromises, losePromises } from './rules/promises';
import { carryOutPlans } from './rules/proposals';
import { expireWants } from './rules/wants';
import { drawWorld2 } from './world';

export const LAWS_2: Laws = {
  version: 2,
  draw: drawWorld2,
  readAction: readAction2,
  phaseOf: phaseOf2,
  carryOut: carryOut2,
  judgeOf: judgeOf2,
  /** One answer for all of them, so that nobody can fill a log with actions beyond the limit. */
  worded: ({ ok, code, message }) => ({ ok, code, message }),
  leftOut: (count) => [refuse('too_many_actions', `${count} left out`)],
  afterPhase(book, phase) {
    if (phase !== 5) return;
    carryOutPlans(book);
    lapsePledges(book);
    lapsePromises(book);
  },
  afterSettling: losePromises,
  roundStarted(book, round) {
    losePromises(book);
    expireWants(book, round);
  },
};
