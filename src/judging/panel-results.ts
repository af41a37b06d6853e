/** Results of a panel: marks by pitch, agreement among judges, and agreement with the rule judge. */
import { CRITERIA, type Criterion } from '~/contract/hearing';
import type { PanelRecord } from '~/store/judge-store';
import { BOOTSTRAP, correlation, type Estimate, estimate, intervalAlpha, meanOf, meanPairwise, type Unit } from './agreement';
import type { Hearing } from './ballot';

export interface PitchResult {
  round: number;
  labId: string;
  labName: string;
  player: string;
  text: string;
  ruleScore: number;
  /** Number of judges who marked it. */
  judges: number;
  /** Mean marks; null if there are none. */
  means: Record<Criterion, number | null>;
}

export interface Agreement {
  /** Number of judges and pitches in the figures: pitches marked by at least two judges. */
  judges: number;
  pitches: number;
  /** Krippendorff's alpha for marks as an interval scale, by criterion. */
  alpha: Record<Criterion, Estimate>;
  /** Mean over pairs of judges, for overall marks. */
  spearman: Estimate;
  kendall: Estimate;
  /** Spearman's correlation of the mean overall mark with the rule judge's score, over all marked pitches. */
  withRuleJudge: Estimate & { pitches: number };
  bootstrap: { resamples: number; level: number };
}

export interface PanelResults {
  pitches: PitchResult[];
  agreement: Agreement;
}

export function resultsOf(panel: PanelRecord, hearing: Hearing): PanelResults {
  const units = (criterion: Criterion) => hearing.pitches.map((pitch) => unitOf(panel, pitch, criterion));
  const shared = (criterion: Criterion) => units(criterion).filter((unit) => unit.filter((mark) => mark !== null).length >= 2);
  const overall = shared('overall');
  const marked = hearing.pitches.flatMap((pitch) => {
    const mean = meanOf(unitOf(panel, pitch, 'overall'));
    return mean === null ? [] : [[mean, pitch.score] as const];
  });
  const resamples = resamplesFor(overall);
  return {
    pitches: hearing.pitches.map((pitch) => ({
      round: pitch.round,
      labId: pitch.seat,
      labName: hearing.seatNames[pitch.seat] ?? pitch.seat,
      player: hearing.playerOf(pitch.round, pitch.seat),
      text: pitch.text,
      ruleScore: pitch.score,
      judges: unitOf(panel, pitch, 'overall').filter((mark) => mark !== null).length,
      means: byCriterion((criterion) => meanOf(unitOf(panel, pitch, criterion))),
    })),
    agreement: {
      judges: judgesIn(panel).length,
      pitches: overall.length,
      alpha: byCriterion((criterion) => estimate(intervalAlpha(shared(criterion)), resamples)),
      spearman: estimate(meanPairwise(overall, 'spearman'), resamples),
      kendall: estimate(meanPairwise(overall, 'kendall'), resamples),
      withRuleJudge: { ...estimate(correlation(marked), resamples), pitches: marked.length },
      bootstrap: { resamples, level: BOOTSTRAP.level },
    },
  };
}

/** Judges with any marks, in a fixed order. */
function judgesIn(panel: PanelRecord): string[] {
  return [...new Set(panel.sheets.map((sheet) => sheet.judge))].sort();
}

function unitOf(panel: PanelRecord, { round, seat }: { round: number; seat: string }, criterion: Criterion): Unit {
  return judgesIn(panel).map((judge) => {
    const sheet = panel.sheets.find((one) => one.judge === judge && one.round === round);
    return sheet?.scores[seat]?.[criterion] ?? null;
  });
}

/** Limits the resamples of a large panel, so that computing it does not delay a match. */
const MOST_STEPS = 20_000_000;

function resamplesFor(units: readonly Unit[]): number {
  const judges = Math.max(2, ...units.map((unit) => unit.length));
  const steps = (judges * (judges - 1) + 10) * (units.length + 50);
  return Math.max(200, Math.min(BOOTSTRAP.resamples, Math.floor(MOST_STEPS / Math.max(1, steps))));
}

function byCriterion<T>(find: (criterion: Criterion) => T): Record<Criterion, T> {
  const [relevance, evidence, honesty, persuasion, overall] = CRITERIA;
  return {
    relevance: find(relevance.id),
    evidence: find(evidence.id),
    honesty: find(honesty.id),
    persuasion: find(persuasion.id),
    overall: find(overall.id),
  };
}
