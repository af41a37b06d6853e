import type OpenAI from 'openai';
import { z } from 'zod';

const MOST = 1_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) });

/** What the server says that it serves. A list that is none counts as empty. */
export async function listModels(client: OpenAI, signal: AbortSignal): Promise<string[]> {
  const read = listSchema.safeParse(await client.get('/models', { signal }));
  return read.success ? read.data.data.slice(0, MOST).map(({ id }) => id) : [];
}
