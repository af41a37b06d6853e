/** An HTTP POST without redirects or proxies, with a limited response size, and only to allowed addresses. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AddressRefused, guardedLookup, hostOf, whyBadUrl, whyNotPublicHost } from './guard-address';

export interface Post {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** From the environment, a config file or the command line: any address is allowed. Otherwise only public ones. */
  isTrusted: boolean;
}

export interface PostAnswer {
  status: number;
  text: string;
}

const MOST_BYTES = 256 * 1024;

/** The response is larger than allowed. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** Throws `AddressRefused`, `AnswerTooLong`, or an `Error` with a sentence. HTTP error statuses do not throw. */
export async function safePost(post: Post): Promise<PostAnswer> {
  return postVia(post, guardedLookup);
}

/** With another resolver, to test names that change. */
export async function postVia({ url, body, headers, signal, isTrusted }: Post, lookup: LookupFunction): Promise<PostAnswer> {
  const bad = whyBadUrl(url) ?? (isTrusted ? null : whyNotPublicHost(hostOf(url)));
  if (bad !== null) throw new AddressRefused(bad);
  const { protocol } = new URL(url);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, 'content-length': `${Buffer.byteLength(body)}` },
        signal,
        agent: false,
        ...(isTrusted ? {} : { lookup }),
      },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MOST_BYTES) sent.destroy(new AnswerTooLong(`The answer is longer than ${MOST_BYTES} bytes.`));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
