/** Types of stored reports, for the service that creates them and the store. */
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
  /** Key of the game whose ruleset and version are given above. */
  game: GameKey;
}

export interface KeptStudy extends ReportCard {
  study: Study;
}

/** A valid order for a report. */
export interface ReportOrder {
  plans: StudyPlans;
  wish: StudyWish;
  agents: EvalAgents | undefined;
  /** Does not stop when an agent hardly answers any more. */
  goOn: boolean;
}

/** Where finished runs are kept. */
export interface ReportStore {
  /** The benchmark of a game, one report per seed range; [] if there is none. */
  latest(game: GameRef): Promise<EvalReport[]>;
  keep(id: string, study: Study): Promise<void>;
  /** Newest first. */
  list(): Promise<ReportCard[]>;
  get(id: string): Promise<KeptStudy | null>;
}
