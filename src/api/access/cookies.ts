/** Reads the cookies that browsers and programs send, and sets cookies in browsers. */
import type { IncomingMessage } from 'node:http';

const DAY_S = 24 * 3600;

/** Browsers accept a cookie with this prefix only over https and for this exact host, so that no other name of the domain can set it. */
const SAFE = '__Host-';

/** Cookies by name, the first of each. Over https, only those that no other name of the domain can have set. */
export function cookiesOf(request: Pick<IncomingMessage, 'headers'>, isSecure = false): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim());
    if (name !== '' && value !== '' && !cookies.has(name)) cookies.set(name, decodeOr(value));
  }
  const safe = [...cookies].filter(([name]) => name.startsWith(SAFE)).map(([name, value]) => [name.slice(SAFE.length), value] as const);
  return new Map([...(isSecure ? [] : cookies), ...safe]);
}

/** Browsers send the page's origin, even behind a proxy that does not say how it was reached. */
export function isOverHttps({ headers }: Pick<IncomingMessage, 'headers'>, isSecure: boolean): boolean {
  return isSecure || headers.origin?.startsWith('https://') === true;
}

export function bearerOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** A cookie that scripts cannot read and other sites cannot send. */
export function lasting(name: string, value: string, { days, secure = false }: { days: number; secure?: boolean }): string {
  const rest = `=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${days * DAY_S}`;
  return secure ? `${SAFE}${name}${rest}; Secure` : `${name}${rest}`;
}

/** Expires the cookie under its https and its plain name. */
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
