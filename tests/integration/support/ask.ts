import { request as httpRequest } from 'node:http';
import type { TestServer } from './server';

export interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** As a program asks that may set any header, Host too; `fetch` may not. */
export function ask(server: Pick<TestServer, 'origin'>, { path, method = 'GET', headers = {}, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.origin}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
