import type { PictureColors } from '~/contract/screens';

/** The light palette of `globals.css` as plain colors, for pictures drawn without a browser, which support neither variables nor OKLCH. */
export const PLAIN = {
  paper: '#faf9f6',
  panel: '#ffffff',
  ink: '#181d26',
  ink2: '#484d56',
  line: '#dedcd7',
  lineStrong: '#82868e',
  accent: '#224bb2',
  amber: '#f5b430',
  green: '#086733',
} as const;

export const PLAIN_PICTURE: PictureColors = { paper: PLAIN.panel, line: PLAIN.line, wash: '#e3e9f9', gain: PLAIN.green };

/** For pictures on a page; follows the theme. */
export const THEME_PICTURE: PictureColors = {
  paper: 'var(--panel)',
  line: 'var(--line)',
  wash: 'var(--accent-wash)',
  gain: 'var(--green)',
};

const SEATS = ['#00728c', '#7c33b8', '#596504', '#ba2078', '#7d4928', '#005f9e', '#00685a', '#475061'] as const;

/** Converts a seat's color such as `var(--lab-3)`. Mixed colors become the base color; letters distinguish the seats. */
export function plainColor(color: string): string {
  const hue = /--lab-(\d)/.exec(color)?.[1];
  return (hue === undefined ? undefined : SEATS[Number(hue)]) ?? PLAIN.ink2;
}
