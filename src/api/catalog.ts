import { gameWords, keyParts } from '~/contract/game-ref';
import { SPLITS } from '~/eval/seeds';
import { GAMES } from '~/games/registry';
import { allPolicies } from '~/policies/registry';
import type { CatalogOverview, RulesetCard } from './catalog-words';
import { MARKET_ACTIONS, MARKET_COLUMNS } from './market-guide';

const TITLES: Record<string, string> = { 'gpu-market': 'The GPU market' };

/** Everything there is to choose from, as this version of Mandi has it. */
export function catalogOverview(version: string): CatalogOverview {
  const games = [...new Set(GAMES.map(({ ref }) => keyParts(ref.key).family))];
  return {
    mandi: { version },
    games: games.map((game) => ({ game, title: TITLES[game] ?? game })),
    rulesets: GAMES.map(rulesetCard),
    policies: allPolicies().map(({ id, title, summary, plays, control }) => ({ id, title, summary, plays, ...(control && { control }) })),
    actions: MARKET_ACTIONS,
    rewardColumns: MARKET_COLUMNS,
    seedRanges: SPLITS,
  };
}

function rulesetCard({ ref, tasks, judgeModes, settings, together }: (typeof GAMES)[number]): RulesetCard {
  return { key: ref.key, ...gameWords(ref), tasks, judgeModes, settings, together };
}
