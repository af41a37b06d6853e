import { expect, test } from 'vitest';
import { nameAServer } from './chat-model';

test('where no server is named, one is told the variable to set', () => {
  expect(nameAServer([])).toContain('OPENAI_BASE_URL');
  expect(nameAServer([{ kind: 'workers' }, { kind: 'openai', isEndpoint: true }])).toContain('http://HOST:PORT/v1');
  expect(nameAServer([{ kind: 'workers' }, { kind: 'openai' }])).toBe('');
});
