/** Where this clone's Mandi is to be found, for a second start: a small file in its home. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureFolder } from '~/store/embedded/home';

const placeSchema = z.object({ url: z.url(), process: z.string(), pid: z.number() });
export type SitePlace = z.infer<typeof placeSchema>;

const ANSWER_MS = 2_000;

export async function writePlace(home: string, place: SitePlace): Promise<() => Promise<void>> {
  await ensureFolder(home);
  await writeFile(fileIn(home), `${JSON.stringify(place)}\n`);
  return async () => {
    const known = await readPlace(home);
    if (known?.process === place.process) await rm(fileIn(home), { force: true });
  };
}

/** The Mandi of this home that answers at this moment; null when there is none. */
export async function findRunning(home: string): Promise<SitePlace | null> {
  const place = await readPlace(home);
  if (!place) return null;
  try {
    const answer = await fetch(`${place.url}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const health = z.object({ process: z.string() }).safeParse(await answer.json());
    return health.success && health.data.process === place.process ? place : null;
  } catch {
    return null;
  }
}

async function readPlace(home: string): Promise<SitePlace | null> {
  try {
    const read = placeSchema.safeParse(JSON.parse(await readFile(fileIn(home), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function fileIn(home: string): string {
  return join(home, 'site.json');
}
