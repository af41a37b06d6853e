/** Parses addresses and numbers in settings. */
import proxyAddr from 'proxy-addr';
import { z } from 'zod';

/** `https://a.example/, http://b:80` as origins, without anything after the port. */
export function splitOrigins(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => (URL.canParse(part) ? new URL(part).origin : part));
}

export function hasLogin(url: string): boolean {
  return URL.canParse(url) && new URL(url).username + new URL(url).password !== '';
}

export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

/** Whether all are addresses, networks or names that `proxy-addr` accepts. */
export function areProxies(proxies: string[]): boolean {
  try {
    proxyAddr.compile(proxies);
    return true;
  } catch {
    return false;
  }
}

/** null if not set. */
export function optionalNumber(from: number, to: number) {
  const words = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d+$/, words)
    .transform(Number)
    .pipe(z.number().min(from, words).max(to, words))
    .optional()
    .transform((number) => number ?? null);
}

export function wholeNumber(usual: string, from: number, to: number) {
  const words = `must be a whole number from ${from} to ${to}`;
  return z.string().regex(/^\d+$/, words).default(usual).transform(Number).pipe(z.number().min(from, words).max(to, words));
}

/** Without a path such as `/v1` after the port, which Mandi adds itself. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** `NAME=` counts as not set. */
export function withoutBlanks<Value extends string | undefined>(environment: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
}
