import { readConfig } from '~/config';
import { offerTestGames } from '~/games/test-games';

/** Applies MANDI_TEST_GAMES. An invalid setting is reported by the command that needs it. */
export function followTestGamesSetting(): void {
  offerTestGames(isSet());
}

function isSet(): boolean {
  try {
    return readConfig().testGames;
  } catch {
    return false;
  }
}
