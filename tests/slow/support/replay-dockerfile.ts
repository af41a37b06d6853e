/** Carries out a Dockerfile without Docker: each stage in a folder of its own, with the same steps, the same files and this machine's Node. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface ReplayedImage {
  /** What stands for the container's root. */
  root: string;
  /** The working directory, on this machine. */
  folder: string;
  environment: Record<string, string>;
  command: string[];
  /** Steps that need what this machine or user lacks (apt without root). */
  skipped: string[];
}

interface Stage extends ReplayedImage {
  name: string;
  workdir: string;
}

/** `context`: the repository's root. `into`: an empty folder. */
export function replayDockerfile(context: string, dockerfile: string, into: string): ReplayedImage {
  const stages: Stage[] = [];
  const sent = contextFiles(context);
  for (const [step, rest] of stepsOf(readFileSync(join(context, dockerfile), 'utf8'))) {
    const stage = stages.at(-1);
    if (step === 'FROM') stages.push(newStage(join(into, `stage-${stages.length}`), rest));
    else if (stage) carryOut(stage, [step, rest], { context, sent, stages });
    else throw new Error(`${dockerfile} begins with ${step}`);
  }
  const last = stages.at(-1);
  if (!last) throw new Error(`${dockerfile} has no stage`);
  return last;
}

interface Around {
  context: string;
  sent: string[];
  stages: Stage[];
}

function carryOut(stage: Stage, [step, rest]: [string, string], around: Around): void {
  switch (step) {
    case 'WORKDIR':
      stage.workdir = rest;
      stage.folder = join(stage.root, rest);
      mkdirSync(stage.folder, { recursive: true });
      return;
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/([A-Z_]+)=('[^']*'|"[^"]*"|\S+)/g)) {
        stage.environment[name] = inRoot(stage, value.replace(/^['"]|['"]$/g, ''));
      }
      return;
    case 'COPY':
      copy(stage, rest, around);
      return;
    case 'RUN':
      runStep(stage, rest);
      return;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      return;
    case 'ARG':
    case 'USER':
    case 'EXPOSE':
    case 'VOLUME':
    case 'HEALTHCHECK':
    case 'STOPSIGNAL':
    case 'LABEL':
      return;
    default:
      throw new Error(`This replay does not know ${step}.`);
  }
}

function newStage(root: string, from: string): Stage {
  mkdirSync(root, { recursive: true });
  const name = / AS (\S+)$/i.exec(from)?.[1] ?? '';
  return { name, root, workdir: '/', folder: root, environment: {}, command: [], skipped: [] };
}

function copy(stage: Stage, rest: string, { context, sent, stages }: Around): void {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  const place = target.startsWith('/') ? join(stage.root, target) : join(stage.folder, target);
  if (from !== undefined) {
    const source = stages.find(({ name }) => name === from);
    if (!source) throw new Error(`There is no stage ${from}.`);
    for (const path of paths) cpSync(join(source.root, path), place, { recursive: true, verbatimSymlinks: true });
    return;
  }
  for (const path of paths) {
    const prefix = path === '.' ? '' : path;
    const chosen = sent.filter((file) => prefix === '' || file === prefix || file.startsWith(`${prefix}/`));
    if (chosen.length === 0) throw new Error(`COPY ${path}: nothing of that name is sent to the image.`);
    const isFolder = prefix === '' || statSync(join(context, prefix)).isDirectory();
    for (const file of chosen) {
      const inside = isFolder ? (prefix === '' ? file : file.slice(prefix.length + 1)) : target.endsWith('/') ? basename(file) : '';
      const to = join(place, inside);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context, file), to);
    }
  }
}

/** As the shell of the image would, with the container's absolute paths read as this stage's. */
function runStep(stage: Stage, line: string): void {
  const isRoot = process.getuid?.() === 0;
  if (/\bapt(-get)? /.test(line) && !isRoot) {
    stage.skipped.push(line);
    return;
  }
  const owned = line.replaceAll(/\s*&&\s*chown [^&]+/g, ''); // the image's users are not this machine's
  const command = owned.replace(/(?<=\s)\/(?=\w)/g, `${stage.root}/`);
  const run = spawnSync('sh', ['-c', command], { cwd: stage.folder, env: environmentOf(stage), encoding: 'utf8', maxBuffer: 64 << 20 });
  if (run.status !== 0) throw new Error(`RUN ${line}\nended with ${run.status}:\n${`${run.stdout}${run.stderr}`.slice(-3000)}`);
}

/** Nothing of the repository's own installation is to be seen: no NODE_PATH, no npm settings of the test run. */
export function environmentOf({ environment }: Pick<ReplayedImage, 'environment'>): NodeJS.ProcessEnv {
  const outer = Object.entries(process.env).filter(([name]) => !/^(NODE_|VITEST|npm_|MANDI_|DATABASE_URL|PORT$|HOST$|CI$)/.test(name));
  const registry = process.env.npm_config_registry;
  const settings = { ...Object.fromEntries(outer), ...(registry !== undefined && { npm_config_registry: registry }), ...environment };
  return settings as NodeJS.ProcessEnv; // an image's own NODE_ENV, or none
}

function inRoot(stage: Stage, value: string): string {
  return value.startsWith('/') && !value.startsWith('/tmp') ? join(stage.root, value) : value;
}

function stepsOf(text: string): [string, string][] {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  return lines.flatMap((line): [string, string][] => {
    const [, step, rest] = /^([A-Z]+)\s+(.+)$/.exec(line.trim()) ?? [];
    return step === undefined || rest === undefined ? [] : [[step, rest]];
  });
}

/** What `docker build` would send: files that git knows and .dockerignore does not name. */
function contextFiles(context: string): string[] {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(
      (pattern) =>
        new RegExp(
          `^${pattern
            .replaceAll('.', '\\.')
            .replaceAll('**/', '(.*/)?')
            .replaceAll(/(?<!\.)\*/g, '[^/]*')}(/|$)`,
        ),
    );
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: context, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(context, file)) && !isLink(join(context, file)));
  return files.filter((file) => !ignored.some((pattern) => pattern.test(file)));
}

function isLink(path: string): boolean {
  try {
    readlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
