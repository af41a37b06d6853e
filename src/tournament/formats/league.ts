import { tablePoints } from './outcome';
import { everybodyMeets } from './round-robin';
import { activeIn, type Format } from './situation';

/** A round robin per day, in new worlds, among that day's entrants. Continues for its number of days or until it is ended. */
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
