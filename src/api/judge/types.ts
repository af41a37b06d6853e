/** What the endpoints of judges answer: a panel as its host or one of its judges may see it, and duels. */
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
  /** null until the invitation is taken up. */
  name: string | null;
  /** Rounds with marks of this judge. */
  rounds: number;
}

export interface PanelAnswer {
  card: MatchCard;
  criteria: CriterionCard[];
  /** Marks are whole numbers from here … */
  lowest: number;
  /** … to here. */
  highest: number;
  /** Pitch rounds that were judged by rule so far. */
  rounds: number;
  closed: boolean;
  /** The host has asked somebody to judge: without, there is no panel. */
  invited: boolean;
  me: { host: boolean; judge: string | null; name: string | null };
  /** For a judge. */
  ballot: BallotRound[] | null;
  /** For the host, and for everybody once the panel is closed. */
  judges: JudgeCard[] | null;
  /** For a host who does not judge, and for everybody once the panel is closed. */
  results: PanelResults | null;
}

export interface Invitation {
  judge: string;
  /** Opens once, within a week: `/matches/<id>/judge?invitation=<code>` */
  path: string;
  expiresAt: string;
}

export interface VoteAnswer extends Reveal {
  table: DuelTable;
}

export interface DuelAnswer {
  /** null: this browser has seen every pair there is. */
  duel: DuelCard | null;
  table: DuelTable;
}
