/** How numbers are shown on every screen: at most four significant digits, a true minus, units. */
const MINUS = '\u2212';

const significant = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

export function formatNumber(value: number): string {
  return withMinus(significant.format(tidyZero(value)));
}

/** Counts keep all digits. */
export function formatCount(value: number): string {
  return withMinus(whole.format(value));
}

/** A count with its noun: `1 match`, `2 matches`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** With sign, for changes: +0.12, −0.1, ±0. */
export function formatDelta(value: number): string {
  const text = significant.format(Math.abs(tidyZero(value)));
  if (text === '0') return '±0';
  return value > 0 ? `+${text}` : `${MINUS}${text}`;
}

/** With sign and fixed decimals, for columns of changes: +0.420, −0.100, ±0.000. */
export function formatFixedDelta(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return `±${text}`;
  return value > 0 ? `+${text}` : `${MINUS}${text}`;
}

export function formatMoney(value: number): string {
  return `${formatNumber(value)} cr`;
}

/** Fixed decimals, for aligned columns and published tables. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return withMinus(Number(text) === 0 ? text.replace('-', '') : text);
}

export function formatPercent(share: number): string {
  return `${formatNumber(Math.round(share * 1000) / 10)}%`;
}

/** All digits, for tooltips, tables and CSV on screen. */
export function formatExact(value: number): string {
  return withMinus(String(tidyZero(value)));
}

/** A day and a time: Nov 27, 2026, 6:08 AM. */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day: Nov 27, 2026. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' });
}

/** A time of today, to the second: 6:08:31 AM. */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US');
}

/** Time since then, in words; `now` in milliseconds. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 45) return 'just now';
  if (seconds < 5400) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}

function withMinus(text: string): string {
  return text.replace(/^-/, MINUS);
}

function tidyZero(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

/** For games whose rounds are counted from 0. `roundText` of `games/screens` knows which do. */
export function roundLabel(round: number, rounds: number): string {
  return `round ${Math.min(round, rounds - 1)} (last: ${rounds - 1})`;
}
