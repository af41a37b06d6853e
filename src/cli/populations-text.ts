import type { PopulationGame, Populations } from '~/eval/populations';
import { gameWords, NASH_HEADS, nashLines, payoffLines, populationWords } from '~/eval/study-words';
import { textTable } from './text-table';

/** The payoffs of populations, and the game that they make. */
export function populationsText(populations: Populations): string {
  const { games, command } = populations;
  return [`populations: ${populationWords(populations)}`, ...games.map(gameText), command].join('\n\n');
}

function gameText(game: PopulationGame): string {
  return [
    game.task,
    '',
    tableOf(['alone \\ among', ...game.entrants], payoffLines(game)),
    '',
    tableOf(NASH_HEADS, nashLines(game)),
    '',
    ...gameWords(game),
  ].join('\n');
}

function tableOf(heads: readonly string[], lines: readonly string[][]): string {
  const columns = heads.map((title, at) => {
    return { title, align: at === 0 ? ('left' as const) : ('right' as const), text: (line: string[]) => line[at] ?? '' };
  });
  return textTable(columns, lines);
}
