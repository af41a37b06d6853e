import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { home } from './repository';

const BUNDLED = pathToFileURL(join(home, 'bin', 'bundled.mjs')).href;
const PROGRAM = `import { runSource } from ${JSON.stringify(BUNDLED)};
const [root, inParts] = process.argv.slice(-2);
await runSource(root, 'entry.ts', { inParts: inParts === 'parts' });`;

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mandi-bundled-')));
  save('tsconfig.json', '{ "compilerOptions": { "paths": { "~/*": ["./*"] } } }');
  save('package.json', '{ "type": "module" }');
  save('value.ts', "export const value: string = 'one';");
  save(
    'entry.ts',
    "import { value } from '~/value';\nconsole.log(value, import.meta.url.endsWith('entry.ts'), ranFrom());\n".concat(RAN_FROM),
  );
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Where the code that runs lies, as its stack has it: in a bundle, or in the source itself, which tsx reads. */
const RAN_FROM = "function ranFrom(): string { return (new Error('here').stack ?? '').includes('/dist/') ? 'bundle' : 'source'; }\n";

/** Imports a part of itself once something comes in. */
const WAITS = `import { once } from 'node:events';
console.log('ready');
await once(process.stdin, 'data');
console.log((await import('./later')).later);`;

test('an edited source of the same length and time is run as it reads now', async () => {
  expect(await run()).toBe('one true bundle');
  const path = join(root, 'value.ts');
  const { atime, mtime } = statSync(path);
  save('value.ts', "export const value: string = 'two';");
  utimesSync(path, atime, mtime);
  expect(await run()).toBe('two true bundle');
});

test('a bundle is made once, and again where tsconfig.json or package.json reads otherwise', async () => {
  await run();
  const first = folders();
  await run();
  expect(folders()).toEqual(first);
  save('package.json', '{ "type": "module", "version": "0.0.1" }');
  await run();
  expect(folders()).toHaveLength(2);
  save('tsconfig.json', '{ "compilerOptions": { "paths": { "~/*": ["./other/*"] } } }');
  mkdirSync(join(root, 'other'));
  save('other/value.ts', "export const value: string = 'other';");
  expect(await run()).toBe('other true bundle');
});

test('the list names what makes the bundle, its settings and the version of esbuild too', async () => {
  await run();
  const { inputs } = JSON.parse(readFileSync(join(made(), 'list.json'), 'utf8')) as { inputs: Record<string, string | null> };
  const named = Object.keys(inputs).map((path) => path.replaceAll('\\', '/'));
  for (const path of ['entry.ts', 'value.ts', 'tsconfig.json', 'package.json']) expect(named).toContain(path);
  for (const end of ['/bin/bundled.mjs', '/esbuild/package.json']) expect(named.some((path) => path.endsWith(end))).toBe(true);
});

test.runIf(process.platform !== 'win32')(
  'a source that is saved while its bundle is made does not leave the old code running',
  async () => {
    const slow = join(root, 'slow.ts');
    const text = 'export const slow = 1;';
    execFileSync('mkfifo', [slow]); // whoever reads it waits here
    save('value.ts', "import './slow';\nexport const value: string = 'one';");
    const printed = run();
    const writer = openSync(slow, 'w'); // opens once the source is being read, and value.ts has been
    save('slow.draft', text);
    renameSync(join(root, 'slow.draft'), slow);
    save('value.ts', "import './slow';\nexport const value: string = 'two';");
    writeSync(writer, text);
    closeSync(writer);
    expect(await printed).toBe('two true bundle');
    expect(await run()).toBe('two true bundle');
  },
);

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path)],
  ['cut off', (path: string) => truncateSync(path, 40)],
  ['overwritten by as many zeros', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
])('a bundle of which a file is %s is made again', async (_, damage) => {
  save('entry.ts', "console.log((await import('./later')).later);");
  save('later.ts', "export const later: string = 'later';");
  expect(await run('parts')).toBe('later');
  const [folder = ''] = folders();
  const files = readdirSync(join(made(), folder));
  expect(files.length).toBeGreaterThan(1); // the entry, and what it imports later
  for (const file of files) {
    const now = JSON.parse(readFileSync(join(made(), 'list.json'), 'utf8')) as { folder: string };
    damage(join(made(), now.folder, file));
    expect(await run('parts')).toBe('later');
  }
  expect(folders()).toHaveLength(1 + files.length);
});

test.each(['', '{', '{}', '{"folder":"gone","inputs":{},"outputs":{"entry-ts.mjs":"0"}}'])(
  'a list that reads %j is no list',
  async (text) => {
    await run();
    save('dist/entry-ts/list.json', text);
    expect(await run()).toBe('one true bundle');
    expect(folders()).toHaveLength(2);
  },
);

test('where dist cannot be written the sources run under tsx', async () => {
  save('dist', 'a file, in which no folder can be made');
  expect(await run()).toBe('one true source');
});

test('a source that does not compile says so, and its former bundle does not run', async () => {
  await run();
  save('value.ts', 'export const value: string = ;');
  await expect(run()).rejects.toThrow('value.ts');
});

test('a program that fails does so once: it is not started a second time under tsx', async () => {
  save('entry.ts', "console.error('started');\nthrow new Error('its own fault');");
  const failure = await run().catch(String);
  expect(failure).toContain('its own fault');
  expect(failure.split('started')).toHaveLength(2);
});

test('processes that start at once each run, and leave a bundle that the next one finds', async () => {
  expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill('one true bundle'));
  const left = folders();
  expect(await run()).toBe('one true bundle');
  expect(folders()).toEqual(left);
});

test('a program whose bundle is removed while it runs goes on to its end', async () => {
  expect(await removeWhileRunning(() => undefined)).toBe('ready\nlater');
});

test('where its sources were changed as well, it says that it has to be started again', async () => {
  const edit = () => save('later.ts', "export const later: string = 'changed';");
  await expect(removeWhileRunning(edit)).rejects.toThrow('its sources have changed since: start it again');
});

test('a former bundle stays for a week after a program was last started from it', async () => {
  await run();
  const [first = ''] = folders();
  save('value.ts', "export const value: string = 'two';");
  await run();
  expect(folders()).toContain(first);
  const longAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
  utimesSync(join(made(), first), longAgo, longAgo);
  save('value.ts', "export const value: string = 'three';");
  expect(await run()).toBe('three true bundle');
  expect(folders()).toHaveLength(2);
  expect(folders()).not.toContain(first);
});

function save(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

function made(): string {
  return join(root, 'dist', 'entry-ts');
}

function folders(): string[] {
  return readdirSync(made()).filter((name) => name !== 'list.json');
}

/** What the program prints; its error where it fails. */
async function run(how: 'whole' | 'parts' = 'whole'): Promise<string> {
  return start(how).printed;
}

function start(how: 'whole' | 'parts') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, '--', root, how], { cwd: home });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const printed = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(errors);
    return output.trim();
  });
  return { child, printed };
}

/** What it prints when its bundle is gone before it imports its part. */
async function removeWhileRunning(alsoDo: () => void): Promise<string> {
  save('entry.ts', WAITS);
  save('later.ts', "export const later: string = 'later';");
  const { child, printed } = start('parts');
  await Promise.race([once(child.stdout, 'data'), printed]);
  rmSync(join(root, 'dist'), { recursive: true });
  alsoDo();
  child.stdin.end('go\n');
  return printed;
}
