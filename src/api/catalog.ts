import type { AnyGame } from '~/contract/game';
import { gameWords, keyParts } from '~/contract/game-ref';
import { settingCards } from '~/contract/options';
import { SPLITS } from '~/eval/seeds';
import { packOf } from '~/games/packs';
import { allPolicies } from '~/games/policies';
import { FAMILY_TITLES, GAMES } from '~/games/registry';
import type { CatalogOverview, Place, RulesetCard } from './catalog-words';

/** Everything there is to choose from, as this version of Mandi has it. */
export function catalogOverview(version: string): CatalogOverview {
  const games = [...new Set(GAMES.map(({ ref }) => keyParts(ref.key).family))];
  const guides = GAMES.flatMap(({ ref }) => packOf(ref).guide ?? []);
  return {
    mandi: { version },
    games: games.map((game) => ({ game, title: FAMILY_TITLES[game] ?? game })),
    rulesets: GAMES.map(rulesetCard),
    policies: allPolicies().map(({ id, title, summary, plays, control }) => ({ id, title, summary, plays, ...(control && { control }) })),
    actions: guides.flatMap(({ actions }) => actions),
    rewardColumns: guides.flatMap(({ rewardColumns }) => rewardColumns),
    seedRanges: SPLITS,
  };
}

function rulesetCard(game: AnyGame): RulesetCard {
  const { ref, judgeModes, together } = game;
  const tasks = game.tasks.map((task) => ({ ...task, places: placesOf(game, task.id), options: game.options(task.id) }));
  return { key: ref.key, ...gameWords(ref), tasks, judgeModes, settings: settingCards(game), together };
}

/** Every seat of the task that a policy, a person or a program can be chosen for. */
function placesOf(game: AnyGame, task: string): Place[] {
  const config = game.parseConfig({ task_type: task, seed: 0 });
  return config.ok ? game.seats(config.value).flatMap(({ id, title, people }) => (people ? { seat: id, title } : [])) : [];
}
