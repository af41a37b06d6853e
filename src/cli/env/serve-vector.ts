import { VectorSession } from '~/openenv/vector/vector-session';
import { endQuietlyWithoutReader } from '../output';
import { followTestGamesSetting } from '../test-games-setting';
import { serveLines } from './serve-stdio';

/** `mandi env --stdio --vector`; also the entry point of its bundle (docs/decisions/bundles.md). */
export async function serveVector(): Promise<void> {
  endQuietlyWithoutReader();
  followTestGamesSetting();
  await serveLines(new VectorSession(), process.stdin, process.stdout);
  process.stdin.destroy();
}
