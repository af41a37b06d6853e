import { inOrderOfScore, outcomesByStage } from './outcome';
import { type Format, type Meeting, meetingText, type Situation } from './situation';

/** Neighbours meet, the better one stands above afterwards; each round the neighbours are others. As many rounds as rungs sort them all. */
export const ladder: Format = {
  draw(situation) {
    const { plan, stage, entrants } = situation;
    if (stage >= (plan.rounds ?? entrants.length)) return 'over';
    return neighbours(rungsOf(situation), stage, placesOf(situation));
  },
  /** The rung, counted from below. */
  points(situation) {
    const rungs = rungsOf(situation);
    return new Map(rungs.map((name, i) => [name, rungs.length - i]));
  },
};

/** From above. */
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

/** Rungs side by side, so many at a time; every second round half a table lower. */
export function windowsOf(rungs: readonly string[], stage: number, places: number): string[][] {
  const windows: string[][] = [];
  const shift = stage % 2 === 0 || rungs.length <= places ? 0 : Math.floor(places / 2);
  if (shift > 0) windows.push(rungs.slice(0, shift));
  for (let from = shift; from < rungs.length; from += places) windows.push(rungs.slice(from, from + places));
  return windows;
}
