import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { agentOf, readAgentWords } from './agent-spec';
import { BUILT_IN } from './built-in';
import { readAgentFile } from './read-agent-file';

const folder = mkdtempSync(join(tmpdir(), 'agents-'));

afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a short file is an agent, with defaults for what it leaves out', () => {
  const read = readAgentFile(file('mine.yaml', 'name: my-model\ntitle: Mine\nspec:\n  kind: model\n  model: qwen3:8b\n'));
  expect(read).toMatchObject({
    ok: true,
    value: {
      plays: ['gpu-market/open'],
      spec: { grammar: true, repairs: 1, prompt: 'open-4', fallback: null, sampling: { temperature: 0.7, maxTokens: 128, stop: [] } },
    },
  });
});

test.each(['open-1', 'open-2', 'open-3', 'open-4', 'classic-1'])('the prompt %s may be named, whichever version is usual', (prompt) => {
  const read = readAgentWords({ name: 'mine', plays: ['gpu-market/open'], spec: { kind: 'model', model: 'm', prompt } });
  expect(read).toMatchObject({ ok: true, value: { spec: { prompt } } });
});

test('JSON is read as well', () => {
  const json = { name: 'p', title: 'P', spec: { kind: 'remote', url: 'http://localhost:8080/act', secretName: 'P_KEY' } };
  expect(readAgentFile(file('p.json', JSON.stringify(json)))).toMatchObject({ ok: true, value: { spec: { turnSeconds: 20 } } });
});

test('a file without a title has its name for one; the default prompt does for a ruleset that has another', () => {
  const read = readAgentWords({ name: 'mine', plays: ['gpu-market/classic'], spec: { kind: 'model', model: 'm' } });
  expect(read).toMatchObject({ ok: true, value: { title: 'mine' } });
});

test('what people read is one line of visible characters', () => {
  const words = { name: 'mine', title: 'Two\n lines', spec: { kind: 'model', model: 'm' } };
  expect(readAgentWords(words)).toMatchObject({ ok: true, value: { title: 'Two lines' } });
  expect(readAgentWords({ ...words, title: 'a\u001b[31mred' })).toMatchObject({ ok: false, path: 'title' });
  expect(readAgentWords({ ...words, owner: 'me\u202eem' })).toMatchObject({ ok: false, path: 'owner' });
});

test('a license may be spelled either way, but only once', () => {
  const words = { name: 'mine', license: 'MIT', spec: { kind: 'model', model: 'm' } };
  expect(readAgentWords(words)).toMatchObject({ ok: true, value: { licence: 'MIT' } });
  expect(readAgentWords({ ...words, licence: 'MIT' })).toMatchObject({ ok: false });
});

test('what is missing is said so', () => {
  expect(readAgentWords({ spec: { kind: 'model', model: 'm' } })).toMatchObject({ ok: false, why: 'name: is missing.' });
});

const good = { name: 'good', title: 'Good', spec: { kind: 'model', model: 'm' } };

test.each([
  ['a name with blanks', { ...good, name: 'Not Good' }, 'name: '],
  ['a scripted policy’s name', { ...good, name: 'planner' }, 'scripted'],
  ['no spec', { name: 'x', title: 'X' }, 'spec'],
  ['a kind that is none', { ...good, spec: { kind: 'oracle' } }, 'spec.kind: must be one of model, remote, scripted, person.'],
  ['no kind', { ...good, spec: {} }, 'spec.kind: must be one of model, remote, scripted, person.'],
  ['a spec that is no object', { ...good, spec: 'model' }, 'spec: must be an object.'],
  ['a field that there is not', { ...good, apiKey: 'sk-1' }, 'An agent has name, title, plays and spec, and no field "apiKey".'],
  ['an unknown field', { ...good, spec: { ...good.spec, apiKey: 'sk-1' } }, 'spec: has no field "apiKey".'],
  ['too many repairs', { ...good, spec: { ...good.spec, repairs: 9 } }, 'spec.repairs: must be at most 2.'],
  ['half a repair', { ...good, spec: { ...good.spec, repairs: 0.5 } }, 'spec.repairs: must be a whole number.'],
  ['a fallback that is none', { ...good, spec: { ...good.spec, fallback: 'expert' } }, 'planner'],
  ['a prompt that is none', { ...good, spec: { ...good.spec, prompt: 'open-99' } }, 'have open-2, open-1, open-4, open-3.'],
  ['an address that is none', { ...good, spec: { kind: 'remote', url: 'localhost:80' } }, 'spec.url'],
  ['a key instead of its name', { ...good, spec: { kind: 'remote', url: 'https://a.example', secretName: 'hunter2!' } }, 'spec.secretName'],
  ['a ruleset that is none', { ...good, plays: ['chess'] }, 'plays.0'],
])('%s is refused with the field that is to blame', (_, words, why) => {
  const read = readAgentWords(words);
  expect(read.ok ? '' : read.why).toContain(why);
});

test('files that cannot be read say so', () => {
  for (const [path, why] of [
    [join(folder, 'none.yaml'), 'there is no such file'],
    [file('broken.yaml', 'name: [\n'), /neither YAML nor JSON: .* at line 2, column 1\.$/],
    [file('list.yaml', '- a\n- b\n'), 'An agent has name, title, plays and spec'],
    [file('large.yaml', `# ${'x'.repeat(70_000)}`), 'longer than'],
  ] as const) {
    const read = readAgentFile(path);
    expect(read.ok ? '' : read.why).toMatch(why);
  }
});

test('all mistakes of a file are told, each with its line', () => {
  const text = 'name: Not Good\nplays: [gpu-market/open]\nspec:\n  kind: model\n  model: m\n  repairs: 9\n  apiKey: x\n';
  const read = readAgentFile(file('wrong.yaml', text));
  const said = read.ok ? '' : read.why;
  expect(said).toMatch(
    /wrong\.yaml: 3 mistakes:\nline 1: name: .*\nline 6: spec\.repairs: must be at most 2\.\nline 7: spec: has no field "apiKey"\.$/,
  );
  const one = readAgentFile(file('one.yaml', 'name: mine\n\nspec: {kind: scripted, policy: nobody}\n'));
  expect(one.ok ? '' : one.why).toContain('one.yaml: line 3: spec.policy: nobody does not play gpu-market/open');
});

test('a file that is not UTF-8 is refused, not read as other letters', () => {
  const path = file('latin.yaml', '');
  writeFileSync(path, Buffer.from('name: mine\ntitle: Caf\u00e9\nspec: {kind: person}\n', 'latin1'));
  expect(readAgentFile(path)).toMatchObject({ ok: false, why: expect.stringContaining('latin.yaml: line 2 is not valid UTF-8') as string });
});

test('the built-in agents are what a file could say, and their digests tell them apart', () => {
  for (const { version, digest, createdAt, retired: _, ...words } of BUILT_IN) {
    const read = readAgentWords(words);
    expect(read.ok && agentOf(read.value, { version, createdAt }).digest).toBe(digest);
  }
  expect(new Set(BUILT_IN.map((agent) => agent.digest)).size).toBe(BUILT_IN.length);
  expect(BUILT_IN.map((agent) => agent.name)).toEqual(expect.arrayContaining(['smollm2', 'null-random', 'null-constant']));
});
