import { z } from 'zod';
import { getList, jsonOf, type ServerPlace } from './server-line';

const MOST = 1_000;
/** About 100,000 names. */
const MOST_BYTES = 8 * 1024 * 1024;

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })), mandi: z.unknown().optional() });

export interface ModelList {
  names: string[];
  /** Number of names beyond the first 1,000. The operator must list them to use them. */
  more: number;
  /** The server is the endpoint of a Mandi (`inference/endpoint`). */
  isEndpoint: boolean;
}

/** What the server lists. An invalid list counts as empty. */
export async function listModels(place: ServerPlace, signal: AbortSignal): Promise<ModelList> {
  const read = listSchema.safeParse(await jsonOf(await getList(place, signal), MOST_BYTES));
  if (!read.success) return { names: [], more: 0, isEndpoint: false };
  return {
    names: read.data.data.slice(0, MOST).map(({ id }) => id),
    more: Math.max(0, read.data.data.length - MOST),
    isEndpoint: typeof read.data.mandi === 'object' && read.data.mandi !== null,
  };
}
