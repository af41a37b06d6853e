import { expect, it } from 'vitest';
import { conform } from '~/engine/conformance/conform';
import { failureText } from '~/engine/conformance/report';
import { packOf } from '~/games/packs';
import { GAMES, showTestGames } from '~/games/registry';

interface Amount {
  seed: number;
  matches: number;
  minutes: number;
}

/** The laws of any game, over so many matches of every game. */
export function proveConformance({ seed, matches, minutes }: Amount): void {
  showTestGames(true);
  it.each(GAMES.map((rules) => [rules.ref.key, rules] as const))(
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
