import { expect, it } from 'vitest';
import type { AnyGame } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import { conform } from '~/engine/conformance/conform';
import { failureText } from '~/engine/conformance/report';
import { packOf } from '~/games/packs';
import { GAMES, showTestGames } from '~/games/registry';

interface Amount {
  seed: number;
  matches: number;
  minutes: number;
  /** Left out: every game. */
  isMeant?(rules: AnyGame): boolean;
}

/** The laws of any game, over so many matches of every game that is meant. */
export function proveConformance({ seed, matches, minutes, isMeant = () => true }: Amount): void {
  showTestGames(true);
  it.each(GAMES.filter(isMeant).map((rules) => [refText(rules.ref), rules] as const))(
    `%s keeps the laws of any game in ${matches} random matches`,
    {
      timeout: minutes * 60_000,
    },
    (_, rules) => {
      const found = conform(packOf(rules.ref), { seed, matches });
      expect(found.failure === null ? '' : failureText(found.failure)).toBe('');
      expect(found.matches).toBe(matches);
    },
  );
}
