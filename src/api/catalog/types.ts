/** The catalog: everything that forms and programs can choose from. */

import type { TaskCard } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { OptionField, SettingCard } from '~/contract/options';
import type { ActionCard, RewardColumn } from '~/contract/pack';
import type { Control } from '~/contract/policy';

export type { ActionCard, ActionField, RewardColumn } from '~/contract/pack';

/** A seat that can have a chosen player. */
export interface Place {
  seat: string;
  title: string;
}

export interface OfferedTask extends TaskCard {
  places: readonly Place[];
  /** The match's options. */
  options: readonly OptionField[];
}

export interface RulesetCard {
  /** Key of the game; `game` and `ruleset` are its parts. */
  key: GameKey;
  game: string;
  ruleset: string;
  /** The default version. */
  version: number;
  tasks: readonly OfferedTask[];
  judgeModes: readonly string[];
  /** Other settings and their ranges. */
  settings: readonly SettingCard[];
  /** Constraints between settings. */
  together: readonly string[];
}

export interface PolicyCard {
  id: string;
  title: string;
  summary: string;
  /** E.g. `gpu-market/classic`. */
  plays: readonly string[];
  /**
   * Set for policies that do not compete: no strategy (`null`), a demonstration of farming (`farmer`), or a changed contestant (`variant`).
   */
  control?: Control;
}

export interface SeedRange {
  name: string;
  first: number;
  last: number;
}

export interface CatalogOverview {
  mandi: { version: string };
  games: readonly { game: string; title: string }[];
  rulesets: readonly RulesetCard[];
  /** Other versions that can be chosen by name. */
  otherVersions: readonly RulesetCard[];
  policies: readonly PolicyCard[];
  /** Actions and reward columns of the game with the published benchmark. Only one game, because games may share action names. */
  actions: readonly ActionCard[];
  rewardColumns: readonly RewardColumn[];
  seedRanges: readonly SeedRange[];
}
