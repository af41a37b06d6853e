/** What one judge sees: anonymous pitches with letters, in an order specific to this judge. */
import { createHash } from 'node:crypto';
import type { HeardPitch, Hearings } from '~/contract/hearing';
import { type Answer, answered, refused } from '~/match/answer';
import type { PanelRecord, SheetScores } from '~/store/judge-store';
import type { Marks } from './rubric';

export interface BallotPitch {
  /** `A`, `B`, …: in this judge's order for this round. */
  letter: string;
  /** Without names and ids. */
  text: string;
  /** This judge's marks; null: none yet. */
  marks: Marks | null;
}

/** Shown once the judge has opened the round, or the panel is closed. */
export interface OpenedPitch {
  letter: string;
  labId: string;
  labName: string;
  player: string;
  /** The unmasked text. */
  text: string;
  ruleScore: number;
  /** The judges' overall marks, anonymous. */
  overall: number[];
}

export interface BallotRound {
  round: number;
  pitches: BallotPitch[];
  given: boolean;
  /** null while this round is judged blind. */
  opened: OpenedPitch[] | null;
}

/** A match's pitches, and its seats' names. */
export interface Hearing {
  pitches: readonly HeardPitch[];
  seatNames: Readonly<Record<string, string>>;
  /** The player in that round, because seats change hands. */
  playerOf(round: number, seat: string): string;
  /** Names of people and programs, by seat. */
  names: Readonly<Record<string, readonly string[]>>;
  /** The game's mask. */
  mask: Hearings['mask'];
}

export function ballotOf(panel: PanelRecord, judge: string, hearing: Hearing): BallotRound[] {
  const rounds = [...new Set(hearing.pitches.map((pitch) => pitch.round))].sort((a, b) => a - b);
  return rounds.map((round) => {
    const lettered = letteredIn(panel, { judge, round }, hearing);
    const sheet = panel.sheets.find((one) => one.judge === judge && one.round === round);
    const isOpen = panel.closedAt !== null || (sheet !== undefined && sheet.openedAt !== null);
    return {
      round,
      given: sheet !== undefined,
      pitches: lettered.map(({ letter, pitch }) => ({
        letter,
        text: hearing.mask(pitch.text, { own: pitch.seat, called: calledIn(hearing) }),
        marks: marksOf(sheet?.scores, pitch.seat),
      })),
      opened: isOpen ? lettered.map(({ letter, pitch }) => openedPitch(panel, { letter, pitch }, hearing)) : null,
    };
  });
}

/** Converts a judge's marks by letter to marks by lab; requires all pitches of the round. */
export function readSheet(
  panel: PanelRecord,
  { judge, round, marks }: { judge: string; round: number; marks: Readonly<Record<string, Marks>> },
  hearing: Hearing,
): Answer<SheetScores, 'unknown_round' | 'incomplete'> {
  const lettered = letteredIn(panel, { judge, round }, hearing);
  if (lettered.length === 0) return refused('unknown_round', `Round ${round} has no pitches that were judged yet.`);
  const letters = lettered.map(({ letter }) => letter);
  const missing = letters.filter((letter) => !Object.hasOwn(marks, letter));
  const strange = Object.keys(marks).filter((letter) => !letters.includes(letter));
  if (missing.length > 0) return refused('incomplete', `Mark every pitch of the round. Still missing: ${missing.join(', ')}.`);
  if (strange.length > 0) return refused('incomplete', `This round has no pitch ${strange.join(', ')}.`);
  return answered(Object.fromEntries(lettered.flatMap(({ letter, pitch }) => (marks[letter] ? [[pitch.seat, marks[letter]]] : []))));
}

/** Leaves out policies, whose names are ordinary words, and the seat called "You". */
export function calledIn({ seatNames, names }: Pick<Hearing, 'seatNames' | 'names'>): Record<string, string[]> {
  const seats = new Set([...Object.keys(seatNames), ...Object.keys(names)]);
  const isName = (name: string | undefined): name is string => name !== undefined && name !== 'You';
  return Object.fromEntries([...seats].map((seat) => [seat, [seatNames[seat], ...(names[seat] ?? [])].filter(isName)]));
}

/** The order depends on the judge's secret seed, so that neither other judges nor ids reveal who is A. */
function letteredIn(panel: PanelRecord, { judge, round }: { judge: string; round: number }, { pitches }: Hearing) {
  const seed = panel.judges.find((one) => one.judge === judge)?.orderSeed ?? judge;
  const keyed = pitches
    .filter((pitch) => pitch.round === round)
    .map((pitch) => ({ pitch, key: createHash('sha256').update(`${seed} ${round} ${pitch.seat}`).digest('hex') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ pitch }, index) => ({ pitch, letter: letterOf(index) }));
}

/** A to Z, then AA, AB, … */
function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26);
}

function openedPitch(panel: PanelRecord, { letter, pitch }: { letter: string; pitch: HeardPitch }, hearing: Hearing): OpenedPitch {
  const sheets = panel.sheets.filter((sheet) => sheet.round === pitch.round);
  return {
    letter,
    labId: pitch.seat,
    labName: hearing.seatNames[pitch.seat] ?? pitch.seat,
    player: hearing.playerOf(pitch.round, pitch.seat),
    text: pitch.text,
    ruleScore: pitch.score,
    overall: sheets.flatMap((sheet) => sheet.scores[pitch.seat]?.overall ?? []).sort((a, b) => a - b),
  };
}

function marksOf(scores: SheetScores | undefined, seat: string): Marks | null {
  const found = scores?.[seat];
  if (found === undefined) return null;
  const { relevance = 0, evidence = 0, honesty = 0, persuasion = 0, overall = 0 } = found;
  return { relevance, evidence, honesty, persuasion, overall };
}
