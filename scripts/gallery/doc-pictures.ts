/** The pictures of the guides: `npm run gallery -- --docs` takes them again into docs/images. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp'; // comes with Next
import type { Screen } from './screens';

const FOLDER = fileURLToPath(new URL('../../docs/images', import.meta.url));

interface DocPicture {
  /** Of docs/images, without its ending. */
  file: string;
  /** The name of a screen of the gallery. */
  screen: string;
  width: 1440 | 390;
}

export const DOC_PICTURES: readonly DocPicture[] = [
  { file: 'seat', screen: 'seat-offer', width: 1440 },
  { file: 'haggle', screen: 'bazaar-seat', width: 1440 },
  { file: 'reveal', screen: 'bazaar-reveal', width: 1440 },
  { file: 'haggle-phone', screen: 'bazaar-seat', width: 390 },
  { file: 'leaderboard', screen: 'rankings', width: 1440 },
  { file: 'tournament', screen: 'tournament', width: 1440 },
  { file: 'explanation', screen: 'gpu-explain', width: 1440 },
  { file: 'training', screen: 'run-compared', width: 1440 },
  { file: 'operations', screen: 'operations', width: 1440 },
];

/** The screens of these pictures, in the gallery's order, as far as a window shows them. */
export function docScreens(all: readonly Screen[]): Screen[] {
  return all.filter(({ name }) => DOC_PICTURES.some(({ screen }) => screen === name)).map((screen) => ({ ...screen, fold: true }));
}

export function widthsOf(name: string): number[] {
  return DOC_PICTURES.flatMap(({ screen, width }) => (screen === name ? [width] : []));
}

/** Makes a picture of the gallery small and puts it into docs/images. */
export async function keepDocPicture(taken: string, name: string, wide: number): Promise<string> {
  const picture = DOC_PICTURES.find(({ screen, width }) => screen === name && width === wide);
  if (!picture) throw new Error(`no guide shows ${name} at ${wide} px`);
  const file = join(FOLDER, `${picture.file}.webp`);
  await sharp(taken).webp({ quality: 72, effort: 6 }).toFile(file);
  return `docs/images/${picture.file}.webp: ${Math.round(statSync(file).size / 1000)} kB`;
}
