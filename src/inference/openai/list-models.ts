import type OpenAI from 'openai';
import { z } from 'zod';

const MOST = 1_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })), mandi: z.unknown().optional() });

export interface ModelList {
  names: string[];
  /** The server is the door of a Mandi (`inference/door`). */
  isDoor: boolean;
}

/** What the server says that it serves. A list that is none counts as empty. */
export async function listModels(client: OpenAI, signal: AbortSignal): Promise<ModelList> {
  const read = listSchema.safeParse(await client.get('/models', { signal }));
  if (!read.success) return { names: [], isDoor: false };
  return {
    names: read.data.data.slice(0, MOST).map(({ id }) => id),
    isDoor: typeof read.data.mandi === 'object' && read.data.mandi !== null,
  };
}
