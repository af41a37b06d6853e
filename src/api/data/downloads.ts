/** Streams the files of a finished export from disk, so that millions of rows need little memory. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SharedServices } from '../context';

const TYPES: Readonly<Record<string, string>> = {
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.parquet': 'application/vnd.apache.parquet',
  '.json': 'application/json; charset=utf-8',
};

export async function sendDataFile(
  { data }: SharedServices,
  { id, name }: { id: string; name: string },
  response: ServerResponse,
): Promise<void> {
  const path = await data.file(id, name);
  const { size } = await stat(path);
  response.writeHead(200, {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Content-Length': size,
    'Content-Disposition': `attachment; filename="mandi-${id}-${name}"`,
    'Cache-Control': 'no-store',
  });
  await pipeline(createReadStream(path), response);
}
