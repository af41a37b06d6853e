import { readConfig } from '~/config';
import { offerTestGames } from '~/games/test-games';

/** As MANDI_TEST_GAMES has it. A setting that is wrong is told by the command that needs it. */
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
