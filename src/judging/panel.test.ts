import { describe, expect, it } from 'vitest';
import { maskPitch } from '~/games/gpu-market/hearings';
import type { PanelRecord } from '~/store/judge-store';
import { ballotOf, type Hearing, readSheet } from './ballot';
import { resultsOf } from './panel-results';
import type { Marks } from './rubric';

const pitches = [3, 6].flatMap((round) =>
  [0, 1, 2].map((lab) => ({
    round,
    seat: `lab_${lab}`,
    text: `Lab ${'ABC'[lab]} and Ann wait for it for j_${lab}_0 (${round})`,
    score: lab / 2,
    reason: null,
  })),
);
const hearing: Hearing = {
  pitches,
  mask: maskPitch,
  seatNames: { lab_0: 'Lab A', lab_1: 'Lab B', lab_2: 'Lab C' },
  playerOf: (_: number, labId: string) => ({ lab_0: 'wait', lab_1: 'Ann', lab_2: 'planner' })[labId] ?? 'house',
  names: { lab_1: ['Ann'] },
};
const judge = (n: number) => ({ judge: `judge_${n}`, name: `J${n}`, orderSeed: `seed ${n}`, acceptedAt: new Date(0) });
const marks = (overall: number): Marks => ({ relevance: 3, evidence: 2, honesty: 4, persuasion: 3, overall });

function panel(change: Partial<PanelRecord> = {}): PanelRecord {
  return { closedAt: null, judges: [1, 2, 3, 4, 5, 6].map(judge), sheets: [], ...change };
}
const sheet = (n: number, round: number, overall: [number, number, number]) => ({
  judge: `judge_${n}`,
  round,
  scores: { lab_0: marks(overall[0]), lab_1: marks(overall[1]), lab_2: marks(overall[2]) },
  revisedAt: null,
  openedAt: null as Date | null,
});
const opened = (one: ReturnType<typeof sheet>) => ({ ...one, openedAt: new Date(0) });

describe('a ballot', () => {
  it('shows every pitch under a letter, without names, scores or ids', () => {
    const rounds = ballotOf(panel(), 'judge_1', hearing);
    expect(rounds.map((one) => [one.round, one.given, one.opened])).toEqual([
      [3, false, null],
      [6, false, null],
    ]);
    expect(rounds[0]?.pitches.map((one) => one.letter)).toEqual(['A', 'B', 'C']);
    expect(JSON.stringify(rounds)).not.toMatch(/lab_|Lab [A-C]|j_\d|Ann|planner|score/);
    expect(rounds[0]?.pitches[0]?.text).toContain('wait for it');
  });

  it('is the same for a judge each time, in an order that differs between judges and rounds', () => {
    const orders = [1, 2, 3, 4, 5, 6].flatMap((n) =>
      ballotOf(panel({ sheets: [opened(sheet(n, 3, [1, 2, 3])), opened(sheet(n, 6, [1, 2, 3]))] }), `judge_${n}`, hearing).map((round) =>
        round.opened?.map((one) => one.labId).join(),
      ),
    );
    expect(new Set(orders).size).toBeGreaterThan(2);
    expect(ballotOf(panel(), 'judge_1', hearing)).toEqual(ballotOf(panel(), 'judge_1', hearing));
  });

  it('tells a judge of others only when the judge’s own marks stand', () => {
    const sheets = [sheet(1, 3, [5, 1, 3]), opened(sheet(2, 3, [4, 2, 3]))];
    expect(ballotOf(panel({ sheets }), 'judge_1', hearing)[0]?.opened).toBeNull();
    const shown = ballotOf(panel({ sheets }), 'judge_2', hearing)[0]?.opened;
    expect(shown?.find((one) => one.labId === 'lab_0')).toMatchObject({
      labName: 'Lab A',
      player: 'wait',
      ruleScore: 0,
      overall: [4, 5],
    });
    expect(ballotOf(panel({ sheets, closedAt: new Date(0) }), 'judge_3', hearing).every((round) => round.opened !== null)).toBe(true);
  });

  it('takes a sheet of all pitches, and gives the marks back to the judge', () => {
    const full = { A: marks(5), B: marks(1), C: marks(3) };
    const read = readSheet(panel(), { judge: 'judge_1', round: 3, marks: full }, hearing);
    expect(read.ok && Object.keys(read.value).sort()).toEqual(['lab_0', 'lab_1', 'lab_2']);
    const kept = panel({ sheets: [{ judge: 'judge_1', round: 3, scores: read.ok ? read.value : {}, revisedAt: null, openedAt: null }] });
    expect(ballotOf(kept, 'judge_1', hearing)[0]?.pitches.map((one) => one.marks?.overall)).toEqual([5, 1, 3]);
    const { C: _, ...part } = full;
    expect(readSheet(panel(), { judge: 'judge_1', round: 3, marks: part }, hearing)).toMatchObject({ ok: false, code: 'incomplete' });
    expect(readSheet(panel(), { judge: 'judge_1', round: 3, marks: { ...full, D: marks(1) } }, hearing)).toMatchObject({
      code: 'incomplete',
    });
    expect(readSheet(panel(), { judge: 'judge_1', round: 4, marks: full }, hearing)).toMatchObject({ ok: false, code: 'unknown_round' });
  });
});

describe('results', () => {
  it('are means by pitch, with nothing where nobody judged', () => {
    const found = resultsOf(panel({ sheets: [sheet(1, 3, [5, 1, 3]), sheet(2, 3, [4, 2, 3])] }), hearing);
    expect(found.pitches.map((one) => [one.round, one.labId, one.judges, one.means.overall])).toEqual([
      [3, 'lab_0', 2, 4.5],
      [3, 'lab_1', 2, 1.5],
      [3, 'lab_2', 2, 3],
      [6, 'lab_0', 0, null],
      [6, 'lab_1', 0, null],
      [6, 'lab_2', 0, null],
    ]);
    expect(found.agreement).toMatchObject({ judges: 2, pitches: 3, spearman: { value: 1 } });
  });

  it('say how far judges agree with each other and with the rule judge', () => {
    const sheets = [sheet(1, 3, [1, 3, 5]), sheet(2, 3, [1, 2, 4]), sheet(1, 6, [2, 3, 4]), sheet(2, 6, [1, 3, 5])];
    const { agreement } = resultsOf(panel({ sheets }), hearing);
    expect(agreement.alpha.overall.value).toBeGreaterThan(0.8);
    expect(agreement.alpha.overall.interval).not.toBeNull();
    expect(agreement.withRuleJudge).toMatchObject({ pitches: 6 });
    expect(agreement.withRuleJudge.value).toBeGreaterThan(0.9);
    expect(agreement.alpha.relevance).toEqual({ value: null, interval: null });
  });

  it('have no agreement of one judge', () => {
    const { agreement } = resultsOf(panel({ sheets: [sheet(1, 3, [1, 3, 5])] }), hearing);
    expect(agreement).toMatchObject({ judges: 1, pitches: 0, spearman: { value: null }, alpha: { overall: { value: null } } });
  });
});
