/** The rules that are specific to version 1. */
import { phaseOf, readAction } from '../shared/actions';
import type { Laws } from '../shared/proceedings';
import { refuse } from '../shared/refusal';
import { judgeOf } from '../shared/rules/pitches';
import { lapsePledges } from '../shared/rules/pledges';
import { isOldAction } from '../shared/types';
import { drawWorld } from '../shared/world';
import { carryOut } from './rules/carry-out';
import { wordedAsInVersion1 } from './sentences';

export const LAWS_1: Laws = {
  version: 1,
  draw: drawWorld,
  readAction,
  phaseOf: (action) => (isOldAction(action) ? phaseOf(action) : 1),
  carryOut: (book, labId, action) => (isOldAction(action) ? carryOut(book, labId, action) : refuse('malformed_action')),
  judgeOf,
  worded: wordedAsInVersion1,
  leftOut: (count) => Array.from({ length: count }, () => refuse('too_many_actions')),
  afterPhase(book, phase) {
    if (phase === 5) lapsePledges(book);
  },
  afterSettling: () => undefined,
  roundStarted: () => undefined,
};
