import type { PopulationGame, Populations } from '~/eval/populations';
import { gameWords, nashHeads, nashLines, payoffLines, populationWords } from '~/eval/study-words';
import { wordTable } from './text-table';

/** The payoffs of populations, and the game that they make. */
export function populationsText(populations: Populations): string {
  const { games, command } = populations;
  return [`populations: ${populationWords(populations)}`, ...games.map(gameText), command].join('\n\n');
}

function gameText(game: PopulationGame): string {
  return [
    game.task,
    '',
    wordTable(['alone \\ among', ...game.entrants], payoffLines(game)),
    '',
    wordTable(nashHeads(game), nashLines(game)),
    '',
    ...gameWords(game),
  ].join('\n');
}
