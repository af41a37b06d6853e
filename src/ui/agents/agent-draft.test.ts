import { describe, expect, test } from 'vitest';
import { readAgentWords } from '~/agents/agent-spec';
import type { Agent } from '~/api/agent/types';
import { type AgentDraft, faultByField, firstAgentDraft, promptFor, readAgent, startCommand } from './agent-draft';

const plain: AgentDraft = { ...firstAgentDraft(null), name: 'mine', model: 'null:random' };
const remote: AgentDraft = { ...plain, kind: 'remote', url: 'https://bot.example/act' };

function faultsOf(draft: AgentDraft) {
  const reading = readAgent(draft);
  return reading.ok ? {} : reading.faults;
}

describe('a model agent', () => {
  test('is read with what the form begins with', () => {
    expect(readAgent(plain)).toMatchObject({
      ok: true,
      request: {
        name: 'mine',
        title: 'mine',
        plays: ['gpu-market/open'],
        spec: {
          kind: 'model',
          model: 'null:random',
          adapter: null,
          backends: [],
          fallback: null,
          budget: { tokens: null, calls: null, seconds: null, dollars: null },
        },
      },
    });
  });

  test('begins with the very settings that one from a file gets where it says nothing, temperature among them', () => {
    const reading = readAgent(plain);
    const fromFile = readAgentWords({ name: 'mine', spec: { kind: 'model', model: 'null:random' } });
    expect(reading.ok && fromFile.ok && reading.request.spec).toEqual(fromFile.ok && fromFile.value.spec);
  });

  test('backends and stops are lists, limits numbers', () => {
    const reading = readAgent({ ...plain, backends: ' workers, openai ,', stop: '\\n\\n, "end"', tokens: '5000', dollars: '0.25' });
    expect(reading).toMatchObject({
      request: {
        spec: { backends: ['workers', 'openai'], sampling: { stop: ['\n\n', '"end"'] }, budget: { tokens: 5000, dollars: 0.25 } },
      },
    });
  });

  test.each([
    ['name', { name: 'My bot' }, /lowercase letters/],
    ['name', { name: '' }, /lowercase letters/],
    ['model', { model: ' ' }, /name on its backend/],
    ['model', { model: ' ', serverUrl: 'http://localhost:11434/v1' }, /name on that server/],
    ['plays', { plays: [] }, /at least one/],
    ['temperature', { temperature: '3' }, /from 0 to 2/],
    ['temperature', { temperature: '' }, /from 0 to 2/],
    ['topK', { topK: '1.5' }, /whole number/],
    ['maxTokens', { maxTokens: '0' }, /from 1 to 8,192/],
    ['stop', { stop: '\\x' }, /Cannot read these/],
    ['stop', { stop: 'a,b,c,d,e,f,g,h,i' }, /Enter at most 8 sequences\. You entered 9/],
    ['stop', { stop: 'x'.repeat(101) }, /at most 100 characters/],
    ['model', { model: 'm'.repeat(201) }, /At most 200 characters/],
    ['calls', { calls: 'many' }, /or leave it empty for no limit/],
    ['turnSeconds', { turnSeconds: '601' }, /from 0.1 to 600/],
    ['topP', { topP: '0' }, /to 1/],
    ['name', { name: 'ends-' }, /cannot be a hyphen/],
  ] as const)('%s is refused in words', (field, part, words) => {
    const faults = faultsOf({ ...plain, ...part });
    expect(Object.keys(faults)).toEqual([field]);
    expect(faults[field]).toMatch(words);
  });
});

describe('a remote program', () => {
  test('needs an address and no model', () => {
    expect(readAgent({ ...remote, model: '', secretName: 'BOT_KEY' })).toMatchObject({
      ok: true,
      request: { spec: { kind: 'remote', url: 'https://bot.example/act', secretName: 'BOT_KEY' } },
    });
  });

  test.each([
    [{ url: 'bot.example' }, 'url', /begins with https/],
    [{ url: 'file:///etc/passwd' }, 'url', /begins with https/],
    [{ url: 'https://me:secret@bot.example' }, 'url', /Remove the password/],
    [{ secretName: 'sk-12345' }, 'secretName', /not the key itself/],
  ] as const)('%o is refused', (part, field, words) => {
    expect(faultsOf({ ...remote, ...part })[field]).toMatch(words);
  });
});

test('one made like another has all of it but the name', () => {
  const reading = readAgent({ ...plain, stop: 'a\\nb', tokens: '10', owner: 'us' });
  if (!reading.ok) throw new Error('unreadable');
  const { name, ...rest } = reading.request;
  const agent: Agent = { ...rest, name, version: 3, digest: 'sha256:0', createdAt: '', retired: false };
  const again = firstAgentDraft(agent);
  expect(again.name).toBe('');
  expect(readAgent({ ...again, name })).toEqual(reading);
});

test('a fault that the server finds stands at its field, or says it is of the whole', () => {
  expect(faultByField('spec.prompt: there is no prompt x; gpu-market/open have open-1.')).toEqual({
    prompt: 'there is no prompt x; gpu-market/open have open-1.',
  });
  expect(faultByField("name: planner is a scripted policy's.")).toEqual({ name: "planner is a scripted policy's." });
  expect([faultByField('The disk is full.'), faultByField('toString: no field of the form.')]).toEqual([null, null]);
});

test('the usual prompt follows the rulesets, one that was typed stays', () => {
  expect([promptFor(['gpu-market/classic'], 'open-4'), promptFor(['gpu-market/open', 'gpu-market/classic'], 'classic-1')]).toEqual([
    'classic-1',
    'open-4',
  ]);
  expect(promptFor(['gpu-market/classic'], 'mine-2')).toBe('mine-2');
});

test('a person is added though these screens know games that the server does not offer', () => {
  const person: AgentDraft = { ...plain, kind: 'person', title: 'Ann' };
  const every = readAgent(person);
  const [first = ''] = every.ok ? every.request.plays : [];
  expect(readAgent(person, [first, 'another/game'])).toMatchObject({ ok: true, request: { plays: [first] } });
});

test('the command that starts an absent server can work: Ollama serves before it pulls, and only a repository is named as one', () => {
  const command = (url: string, model: string) => {
    const reading = readAgent({ ...plain, model, serverUrl: url });
    if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
    return startCommand(reading.request, { code: 'absent' });
  };
  expect(command('http://localhost:11434/v1', 'qwen3:4b')).toBe('ollama serve & sleep 3; ollama pull qwen3:4b');
  expect(command('http://localhost:8080/v1', 'ggml-org/Qwen3-4B-GGUF')).toBe('llama-server --hf-repo ggml-org/Qwen3-4B-GGUF --port 8080');
  expect(command('http://localhost:8080/v1', 'qwen3:4b')).not.toContain('llama-server');
  expect(command('http://localhost:8080/v1', 'my-model')).toBe('llama-server --model FILE.gguf --alias my-model --port 8080');
  expect(command('https://models.example/v1', 'qwen3:4b')).toBeNull();
});
