import type { ServerResponse } from 'node:http';

const YEAR_S = 365 * 24 * 3600;

/**
 * Set on every response. Next starts its pages with inline scripts, which requires 'unsafe-inline' (docs/decisions/access.md). Pages may
 * load from and connect to this server only, and no other site may frame them.
 */
export function setSecurityHeaders(response: ServerResponse, { dev, isSecure }: { dev: boolean; isSecure: boolean }): void {
  const evaluation = dev ? " 'unsafe-eval'" : ''; // for Next's reload in development
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  if (isSecure) response.setHeader('Strict-Transport-Security', `max-age=${YEAR_S}`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
}
