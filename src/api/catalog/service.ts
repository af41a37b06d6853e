import type { AnyGame } from '~/contract/game';
import { gameWords, keyParts } from '~/contract/game-ref';
import { settingCards } from '~/contract/options';
import { SPLITS } from '~/eval/seeds';
import { packOf } from '~/games/packs';
import { allPolicies } from '~/games/policies';
import { familyTitle, GAMES, usualGames } from '~/games/registry';
import type { CatalogOverview, Place, RulesetCard } from './types';

/** Everything that can be chosen in this version of Mandi. */
export function catalogOverview(version: string): CatalogOverview {
  const games = [...new Set(GAMES.map(({ ref }) => keyParts(ref.key).family))];
  const [guide] = GAMES.flatMap(({ ref }) => packOf(ref).guide ?? []); // the first game's, which has the published benchmark
  return {
    mandi: { version },
    games: games.map((game) => ({ game, title: familyTitle(game) })),
    rulesets: usualGames().map(rulesetCard),
    otherVersions: GAMES.filter((game) => !usualGames().includes(game)).map(rulesetCard),
    policies: allPolicies().map(({ id, title, summary, plays, control }) => ({ id, title, summary, plays, ...(control && { control }) })),
    actions: guide?.actions ?? [],
    rewardColumns: guide?.rewardColumns ?? [],
    seedRanges: SPLITS,
  };
}

function rulesetCard(game: AnyGame): RulesetCard {
  const { ref, judgeModes, together = [] } = game;
  const tasks = game.tasks.map((task) => ({ ...task, places: placesOf(game, task.id), options: game.options(task.id) }));
  return { key: ref.key, ...gameWords(ref), tasks, judgeModes, settings: settingCards(game), together };
}

/** Every seat of the task that can have a chosen player. */
function placesOf(game: AnyGame, task: string): Place[] {
  const config = game.parseConfig({ task_type: task, seed: 0 });
  return config.ok ? game.seats(config.value).flatMap(({ id, title, people }) => (people ? { seat: id, title } : [])) : [];
}
