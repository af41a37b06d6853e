import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docPictures } from '../../read-docs';

const DAY_S = 24 * 3600;

/** A picture of a document. Only known names are read. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params;
  const type = docPictures().get(name);
  if (type === undefined) return new Response('Picture not found.', { status: 404 });
  const picture = readFileSync(join(process.cwd(), 'docs', 'images', name));
  return new Response(picture, { headers: { 'content-type': type, 'cache-control': `public, max-age=${DAY_S}` } });
}
