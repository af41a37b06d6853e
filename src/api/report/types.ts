/** What kept reports are, for the service that makes them and the store that has them. */
import type { GameKey, GameRef } from '~/contract/game-ref';
import type { EvalAgents } from '~/eval/play-agent';
import type { EvalReport } from '~/eval/report';
import type { Study, StudyPlans, StudyWish } from '~/eval/study';

/** As lists show it. */
export interface ReportCard {
  id: string;
  ruleset: string;
  version: number;
  command: string;
  code: string;
  createdAt: string;
  /** The key of the game whose ruleset and version stand above. */
  game: GameKey;
}

export interface KeptStudy extends ReportCard {
  study: Study;
}

/** A report that may be made: everything in it has been read. */
export interface ReportOrder {
  plans: StudyPlans;
  wish: StudyWish;
  agents: EvalAgents | undefined;
}

/** Where finished runs are kept. */
export interface ReportStore {
  /** The benchmark of a game, a report for each seed range; [] when there is none. */
  latest(game: GameRef): Promise<EvalReport[]>;
  keep(id: string, study: Study): Promise<void>;
  /** Newest first. */
  list(): Promise<ReportCard[]>;
  get(id: string): Promise<KeptStudy | null>;
}
