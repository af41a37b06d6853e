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
  /** How much of the page from its top, in px. Default: 900. */
  height?: number;
  /** The region at the top of the window instead. */
  region?: string;
}

const USUAL_HEIGHT = 900;

export const DOC_PICTURES: readonly DocPicture[] = [
  { file: 'seat', screen: 'seat-later', width: 1440 },
  { file: 'haggle', screen: 'bazaar-seat', width: 1440 },
  { file: 'reveal', screen: 'bazaar-reveal', width: 1440, region: 'What was hidden' },
  { file: 'leaderboard', screen: 'rankings', width: 1440, height: 1120 },
  { file: 'tournament', screen: 'tournament', width: 1440 },
  { file: 'explanation', screen: 'gpu-explain', width: 1440 },
  { file: 'training', screen: 'run-compared', width: 1440, height: 1440 },
  { file: 'operations', screen: 'operations', width: 1440 },
];

/** The screens of these pictures, in the gallery's order. */
export function docScreens(all: readonly Screen[]): Screen[] {
  return all.flatMap((screen) => {
    const picture = DOC_PICTURES.find((one) => one.screen === screen.name);
    if (picture?.region === undefined) return picture === undefined ? [] : [screen];
    const { region: name } = picture;
    const act: Screen['act'] = (page) => page.getByRole('region', { name }).evaluate((region) => region.scrollIntoView());
    return [{ ...screen, fold: true as const, act }];
  });
}

export function widthsOf(name: string): number[] {
  return DOC_PICTURES.flatMap(({ screen, width }) => (screen === name ? [width] : []));
}

/** Makes a picture of the gallery small and puts it into docs/images. */
export async function keepDocPicture(taken: string, name: string, wide: number): Promise<string> {
  const picture = DOC_PICTURES.find(({ screen, width }) => screen === name && width === wide);
  if (!picture) throw new Error(`no guide shows ${name} at ${wide} px`);
  const file = join(FOLDER, `${picture.file}.webp`);
  const { height: whole } = await sharp(taken).metadata();
  const height = Math.min(whole, picture.height ?? USUAL_HEIGHT);
  await sharp(taken).extract({ left: 0, top: 0, width: wide, height }).webp({ quality: 72, effort: 6 }).toFile(file);
  return `docs/images/${picture.file}.webp: ${Math.round(statSync(file).size / 1000)} kB`;
}
