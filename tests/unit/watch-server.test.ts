import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isServerFile } from '../../scripts/watch-server.mjs';

const module = pathToFileURL(fileURLToPath(new URL('../../scripts/watch-server.mjs', import.meta.url))).href;

describe('the developer server', () => {
  it('starts again for its own files, not for screens and tests', () => {
    expect(['start/listen.ts', 'games/test/offers/rules/rules.ts', 'api/errors.ts'].every(isServerFile)).toBe(true);
    expect(
      ['ui/home/home-screen.tsx', 'kit/button.tsx', 'games/test/offers/screens/play.tsx', 'api/errors.test.ts'].some(isServerFile),
    ).toBe(false);
  });

  it('starts again after a change, also where it had ended by a fault', async () => {
    const root = mkdtempSync(join(tmpdir(), 'mandi-watch-'));
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'starts'), '');
    const server = `require('node:fs').appendFileSync('starts', 'x'); process.exitCode = 1;`;
    writeFileSync(join(root, 'server.cjs'), server);
    const code = `import { watchServer } from '${module}'; watchServer({ root: '${root}', file: 'server.cjs', args: [] });`;
    const watcher = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, stdio: 'ignore' });
    try {
      const starts = () => readFileSync(join(root, 'starts'), 'utf8').length;
      await expect.poll(starts).toBe(1);
      writeFileSync(join(root, 'src', 'a.ts'), '1');
      await expect.poll(starts).toBe(2);
    } finally {
      watcher.kill();
      rmSync(root, { recursive: true, force: true });
    }
  });
});
