/** What a browser or a program shows of what it was given, and how a browser is told to keep it. */
import type { IncomingMessage } from 'node:http';

const DAY_S = 24 * 3600;

/** Browsers take such a cookie over https alone, for this very host: no other name of the domain can plant one. */
const SAFE = '__Host-';

/** By name, the first of each. Over https those alone that no other name of the domain can have planted. */
export function cookiesOf(request: Pick<IncomingMessage, 'headers'>, isSecure = false): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim());
    if (name !== '' && value !== '' && !cookies.has(name)) cookies.set(name, decodeOr(value));
  }
  const safe = [...cookies].filter(([name]) => name.startsWith(SAFE)).map(([name, value]) => [name.slice(SAFE.length), value] as const);
  return new Map([...(isSecure ? [] : cookies), ...safe]);
}

/** Browsers name the page that asks, also behind a proxy that does not say how it was reached. */
export function isOverHttps({ headers }: Pick<IncomingMessage, 'headers'>, isSecure: boolean): boolean {
  return isSecure || headers.origin?.startsWith('https://') === true;
}

export function bearerOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A cookie that no script can read and no other site can send. */
export function lasting(name: string, value: string, { days, secure = false }: { days: number; secure?: boolean }): string {
  const rest = `=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${days * DAY_S}`;
  return secure ? `${SAFE}${name}${rest}; Secure` : `${name}${rest}`;
}

/** As it was set over https, and as it was set without. */
export function forgotten(name: string, secure = false): string[] {
  const plain = lasting(name, '', { days: 0 });
  return secure ? [lasting(name, '', { days: 0, secure }), `${plain}; Secure`] : [plain];
}

function decodeOr(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
