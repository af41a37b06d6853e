import { showTestGames } from '~/games/registry';
import { LineSession } from '~/openenv/line-session';
import { endQuietlyWithoutReader, wantsTestGames } from '../output';
import { serveLines } from './serve-lines';

/** What `mandi env --stdio` does; also the entry of its bundle (docs/decisions/061-quick-start.md). */
export async function serveStdio(): Promise<void> {
  endQuietlyWithoutReader();
  showTestGames(wantsTestGames());
  await serveLines(new LineSession(), process.stdin, process.stdout);
  process.stdin.destroy();
}
