import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openAiModel } from '~/inference/openai/openai-model';
import { tellServers } from './tell-servers';

/** As long as a test may take. */
const patience = () => AbortSignal.timeout(20_000);

test('a model server that does not answer at the start is named with its reason, and so is its return', async () => {
  const http = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data: [{ id: 'qwen3:4b' }] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  await new Promise((resolve) => http.close(resolve));

  const model = openAiModel({ id: 'openai', url: `http://127.0.0.1:${port}/v1`, key: () => null, refreshMs: 50 });
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    if (lines.length === 1) http.listen(port, '127.0.0.1');
  };
  await tellServers(() => [model.state()], say, patience());
  await model.close();
  http.close();
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^Model server 127\\.0\\.0\\.1:${port}/v1 does not answer: .*ECONNREFUSED`)),
    `Model server 127.0.0.1:${port}/v1 answers now.`,
  ]);
});

test('nothing is said of servers that answer, nor where there are none', async () => {
  const lines: string[] = [];
  await tellServers(
    () => [],
    (line) => lines.push(line),
    patience(),
  );
  expect(lines).toEqual([]);
});
