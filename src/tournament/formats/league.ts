import { tablePoints } from './outcome';
import { everybodyMeets } from './round-robin';
import { activeIn, type Format } from './situation';

/** A round robin a day, in new worlds, among those who are in that day; it goes on until its days are over or it is ended. */
export const league: Format = {
  draw(situation) {
    const { plan, stage, entrants } = situation;
    if (plan.rounds !== null && stage >= plan.rounds) return 'over';
    const names = activeIn(entrants, stage).map(({ name }) => name);
    if (plan.tableSize === 1) return names.length === 0 ? 'wait' : [names];
    const meetings = names.length < 2 ? [] : everybodyMeets(situation);
    return meetings.length === 0 ? 'wait' : meetings;
  },
  points: tablePoints,
};
