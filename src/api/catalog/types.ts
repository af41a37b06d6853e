/** What the catalogue answers with: everything a form or a program has to choose from. */

import type { TaskCard } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { OptionField, SettingCard } from '~/contract/options';
import type { ActionCard, RewardColumn } from '~/contract/pack';
import type { Control } from '~/contract/policy';

export type { ActionCard, ActionField, RewardColumn } from '~/contract/pack';

/** A seat that can be chosen for. */
export interface Place {
  seat: string;
  title: string;
}

export interface OfferedTask extends TaskCard {
  places: readonly Place[];
  /** What a match of it can be made of. */
  options: readonly OptionField[];
}

export interface RulesetCard {
  /** Of the game; `game` and `ruleset` are its two words. */
  key: GameKey;
  game: string;
  ruleset: string;
  /** The one that is played where none is named. */
  version: number;
  tasks: readonly OfferedTask[];
  judgeModes: readonly string[];
  /** What else may be set, and within what. */
  settings: readonly SettingCard[];
  /** What has to hold of several settings at once. */
  together: readonly string[];
}

export interface PolicyCard {
  id: string;
  title: string;
  summary: string;
  /** E.g. `gpu-market/classic`. */
  plays: readonly string[];
  /** One that is no contestant: it has no strategy (`null`), shows how a score is farmed (`farmer`), or varies a contestant (`variant`). */
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
  /** Versions of these that are played where they are named. */
  otherVersions: readonly RulesetCard[];
  policies: readonly PolicyCard[];
  /** Of the game of the published benchmark, as are the reward columns: kinds of actions of two games may share a name. */
  actions: readonly ActionCard[];
  rewardColumns: readonly RewardColumn[];
  seedRanges: readonly SeedRange[];
}
