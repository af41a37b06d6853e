import { frontOf } from '~/games/screens';

/** The title of a game's own page; null if it has no such page. */
export function pageTitle(game: string, path: string): string | null {
  return frontOf(game)?.pages?.find((page) => page.path === path)?.title ?? null;
}
