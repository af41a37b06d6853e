import { frontOf } from '~/games/screens';

/** What a game calls one of its own pages; null: it has no such page. */
export function pageTitle(game: string, path: string): string | null {
  return frontOf(game)?.pages?.find((page) => page.path === path)?.title ?? null;
}
