// The manifests of deploy/kubernetes: what they name exists, what is secret is not in them, and the real tools take them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ENVIRONMENT } from '../../src/config';
import { readInferenceFile } from '../../src/inference/inference-file';
import { home, ownFiles, readText } from './repository';

const FOLDER = 'deploy/kubernetes';
const SETS = ['base', 'cuda', 'vllm'];
const VALIDATE = join(home, '.python', 'requirements-infra', 'bin', 'kubernetes-validate');

interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  readinessProbe?: { httpGet?: { path: string } };
  livenessProbe?: object;
  resources?: { requests?: { memory?: string }; limits?: { memory?: string } };
  securityContext?: { allowPrivilegeEscalation?: boolean };
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    ports?: { port: number }[];
    template?: {
      spec: {
        containers: Container[];
        initContainers?: Container[];
        terminationGracePeriodSeconds?: number;
        volumes?: { configMap?: { name: string }; persistentVolumeClaim?: { claimName: string } }[];
      };
    };
  };
}

const files = ownFiles().filter((path) => path.startsWith(`${FOLDER}/`) && path.endsWith('.yaml'));
const manifests = files
  .filter((path) => !/kustomization|inference\.yaml$/.test(path))
  .flatMap((path) => parseAllDocuments(readText(path)).map((document) => document.toJS() as Manifest));
const named = (kind: string) => new Set(manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name));
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const pod = spec?.template?.spec;
  return pod ? [{ kind, name: metadata.name, ...pod }] : [];
});
/** The patch of the overlay adds to a container of the base. */
const whole = pods.flatMap((pod) => pod.containers.filter(({ image }) => image !== undefined).map((container) => ({ pod, container })));
const containers = pods.flatMap((pod) => [...pod.containers, ...(pod.initContainers ?? [])]);

describe('deploy/kubernetes', () => {
  test('has every part that runs by many: web, workers, inference, vLLM, database, Redis, object store, proxy', () => {
    expect([...named('Deployment')].sort()).toEqual(['inference-cpu', 'inference-cuda', 'matches', 'proxy', 'redis', 'vllm', 'web']);
    expect([...named('StatefulSet')].sort()).toEqual(['object-store', 'postgres']);
    const replicas = Object.fromEntries(
      manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata, spec }) => [metadata.name, spec?.replicas]),
    );
    expect(replicas.matches).toBeGreaterThan(1);
    expect(
      pods.find(({ name, terminationGracePeriodSeconds }) => name === 'web' && terminationGracePeriodSeconds)
        ?.terminationGracePeriodSeconds,
    ).toBeGreaterThan(15);
  });

  test('no secret is in a file, and every one that is asked for is made by the documented command', () => {
    expect([...named('Secret')]).toEqual([]);
    const asked = containers.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
    expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(['mandi']));
    const made = [...readText('docs/kubernetes.md').matchAll(/--from-literal=([a-z-]+)=/g)].map(([, key]) => key);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(made));
    const secretNames = /TOKEN|PASSWORD|SECRET|KEY/;
    const plain = containers.flatMap(({ env = [] }) => env.filter(({ name, value }) => secretNames.test(name) && value !== undefined));
    expect(plain).toEqual([]);
    const settings = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'settings')?.data ?? {};
    expect(Object.keys(settings).filter((name) => secretNames.test(name))).toEqual([]);
    const known = new Set<string>(ENVIRONMENT.map(({ name }) => name));
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
  });

  test('every container has limits and no rights to spare, and whatever serves says when it is ready', () => {
    for (const { name, resources, securityContext, image } of containers) {
      if (image === undefined) continue;
      expect([name, typeof resources?.requests?.memory, typeof resources?.limits?.memory]).toEqual([name, 'string', 'string']);
      expect([name, securityContext?.allowPrivilegeEscalation]).toEqual([name, false]);
    }
    for (const { pod, container } of whole) {
      const serves = named('Service').has(pod.name);
      if (serves)
        expect([pod.name, container.readinessProbe !== undefined, container.livenessProbe !== undefined]).toEqual([pod.name, true, true]);
      expect([pod.name, typeof pod.terminationGracePeriodSeconds]).toEqual([pod.name, 'number']);
    }
  });

  test('whatever is named is there: services, claims, settings', () => {
    const text = files.map(readText).join('\n') + readText(`${FOLDER}/base/Caddyfile`);
    const hosts = [...text.matchAll(/(?:https?|ws):\/\/([a-z-]+):\d+|@([a-z-]+):\d+|dynamic a ([a-z-]+) /g)].map(
      ([, a, b, c]) => a ?? b ?? c ?? '',
    );
    expect(new Set(hosts)).toEqual(new Set(['postgres', 'redis', 'object-store', 'web', 'vllm']));
    expect(hosts.filter((host) => !named('Service').has(host))).toEqual([]);
    const claims = pods.flatMap(({ volumes = [] }) =>
      volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []),
    );
    expect(claims.filter((claim) => !named('PersistentVolumeClaim').has(claim))).toEqual([]);
    expect(
      containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name)).filter((name) => name !== 'settings'),
    ).toEqual([]);
  });

  test('images from elsewhere are those of docker-compose.yml, or pinned to a version', () => {
    const compose = readText('docker-compose.yml');
    const theirs = [...new Set(containers.flatMap(({ image }) => (image && image !== 'mandi' ? [image] : [])))];
    for (const image of theirs.filter((name) => /^(postgres|caddy):/.test(name))) expect(compose).toContain(`image: ${image}`);
    expect(theirs.filter((image) => !/:(v?\d+\.\d+|RELEASE\.\d)/.test(image))).toEqual([]);
  });

  test('the backend file of the overlay is one that Mandi reads, and names what vLLM serves', () => {
    const text = readText(`${FOLDER}/vllm/inference.yaml`);
    const file = parse(text) as { backends: { models: { as: string; adapters: Record<string, string> }[] }[] };
    const [model] = file.backends[0]?.models ?? [];
    const vllm = readText(`${FOLDER}/vllm/vllm.yaml`);
    expect(vllm).toContain(`--model=${model?.as ?? 'none'}`);
    for (const adapter of Object.values(model?.adapters ?? {})) expect(vllm).toContain(`- ${adapter}=/adapters/`);
    expect(readInferenceFile(join(home, FOLDER, 'vllm', 'inference.yaml'), '').backends.map(({ id }) => id)).toEqual(['vllm']);
  });

  const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0;
  const build = (set: string): string => {
    const built = spawnSync('kubectl', ['kustomize', join(home, FOLDER, set)], { encoding: 'utf8' });
    expect([built.status, built.stderr]).toEqual([0, '']);
    return built.stdout;
  };

  test.skipIf(!hasKubectl)('kubectl builds every set, and the overlay of vLLM keeps what the base has (skipped without kubectl)', () => {
    for (const set of SETS) {
      const web = parseAllDocuments(build(set))
        .map((document) => document.toJS() as Manifest)
        .find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'web');
      const volumes = JSON.stringify(web?.spec?.template?.spec.volumes);
      expect([set, volumes.includes('exports'), volumes.includes('inference')]).toEqual([set, true, set === 'vllm']);
    }
  });

  const canValidate = hasKubectl && existsSync(VALIDATE);
  test.skipIf(!canValidate)(
    'kubernetes-validate takes them, and no misspelled field (npm run test:python installs it)',
    { timeout: 60_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'mandi-kubernetes-'));
      try {
        const paths = SETS.map((set) => join(folder, `${set}.yaml`));
        const built = SETS.map(build);
        for (const [n, path] of paths.entries()) writeFileSync(path, built[n] ?? '');
        const checked = spawnSync(VALIDATE, ['--strict', ...paths], { encoding: 'utf8' });
        expect([checked.status, `${checked.stdout}${checked.stderr}`]).toEqual([
          0,
          expect.stringContaining('passed for resource deployment/vllm'),
        ]);
        writeFileSync(paths[0] ?? '', (built[0] ?? '').replace('containerPort: 3000', 'containerPorts: 3000'));
        expect(spawnSync(VALIDATE, ['--strict', paths[0] ?? '']).status).not.toBe(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
