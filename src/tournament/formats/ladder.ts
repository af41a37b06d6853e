import { inOrderOfScore, outcomesByStage } from './outcome';
import { type Format, type Meeting, meetingText, type Situation } from './situation';

/**
 * Neighbors meet, and the better one moves above the other; pairings shift each round. After as many rounds as rungs, everyone is sorted.
 */
export const ladder: Format = {
  draw(situation) {
    const { plan, stage, entrants } = situation;
    if (stage >= (plan.rounds ?? entrants.length)) return 'over';
    return neighbours(rungsOf(situation), stage, placesOf(situation));
  },
  /** The rung, counted from the bottom. */
  points(situation) {
    const rungs = rungsOf(situation);
    return new Map(rungs.map((name, i) => [name, rungs.length - i]));
  },
};

/** From the top. */
function rungsOf(situation: Situation): string[] {
  let rungs = situation.entrants.map(({ name }) => name);
  for (const [stage, outcomes] of outcomesByStage(situation).entries()) {
    const byMeeting = new Map(outcomes.map((outcome) => [meetingText(outcome.names), outcome]));
    rungs = windowsOf(rungs, stage, placesOf(situation)).flatMap((names) => {
      const outcome = byMeeting.get(meetingText(names));
      return outcome ? inOrderOfScore(outcome) : names;
    });
  }
  return rungs;
}

function neighbours(rungs: readonly string[], stage: number, places: number): Meeting[] {
  return windowsOf(rungs, stage, places).filter((names) => names.length > 1);
}

function placesOf({ plan }: Situation): number {
  return Math.max(2, plan.tableSize);
}

/** Groups of adjacent rungs; every second round is shifted by half a table. */
export function windowsOf(rungs: readonly string[], stage: number, places: number): string[][] {
  const windows: string[][] = [];
  const shift = stage % 2 === 0 || rungs.length <= places ? 0 : Math.floor(places / 2);
  if (shift > 0) windows.push(rungs.slice(0, shift));
  for (let from = shift; from < rungs.length; from += places) windows.push(rungs.slice(from, from + places));
  return windows;
}
