/** Results of the judge procedures: a panel as its host or a judge may see it, and duels. */
import type { Criterion } from '~/contract/hearing';
import type { BallotRound } from '~/judging/ballot';
import type { DuelTable } from '~/judging/duel-table';
import type { DuelCard, Reveal } from '~/judging/duels';
import type { PanelResults } from '~/judging/panel-results';
import type { MatchCard } from '~/live/protocol';

export interface CriterionCard {
  id: Criterion;
  title: string;
  asks: string;
}

export interface JudgeCard {
  judge: string;
  /** null until the invitation is accepted. */
  name: string | null;
  /** Rounds that this judge has marked. */
  rounds: number;
}

export interface PanelAnswer {
  card: MatchCard;
  criteria: CriterionCard[];
  /** Lowest mark (a whole number). */
  lowest: number;
  /** Highest mark. */
  highest: number;
  /** Pitch rounds judged by rule so far. */
  rounds: number;
  closed: boolean;
  /** The host has invited someone; otherwise there is no panel. */
  invited: boolean;
  me: { host: boolean; judge: string | null; name: string | null };
  /** For a judge. */
  ballot: BallotRound[] | null;
  /** For the host, and for everyone once the panel is closed. */
  judges: JudgeCard[] | null;
  /** For a host who does not judge, and for everyone once the panel is closed. */
  results: PanelResults | null;
}

export interface Invitation {
  judge: string;
  /** Valid once, within a week: `/matches/<id>/judge?invitation=<code>` */
  path: string;
  expiresAt: string;
}

export interface VoteAnswer extends Reveal {
  table: DuelTable;
}

export interface DuelAnswer {
  /** null if this browser has seen every pair. */
  duel: DuelCard | null;
  table: DuelTable;
}
