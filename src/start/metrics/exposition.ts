import type { Registry } from 'prom-client';
import { FIGURES, PREFIX } from './metrics';
import type { Snapshot } from './snapshot';

export interface Exposition {
  type: string;
  text: string;
}

/** Prometheus' text format. The library is loaded on the first scrape. */
export function exposition(look: () => Promise<Snapshot>): () => Promise<Exposition> {
  let opened: Promise<Told> | null = null;
  return async () => {
    opened ??= open();
    const told = await opened;
    told.snapshot.now = await look();
    return { type: told.registry.contentType, text: await told.registry.metrics() };
  };
}

interface Told {
  registry: Registry;
  snapshot: { now: Snapshot | null };
}

async function open(): Promise<Told> {
  const { Counter, collectDefaultMetrics, Gauge, Registry: Metrics } = await import('prom-client');
  const registry = new Metrics();
  const snapshot: Told['snapshot'] = { now: null };
  for (const { name, help, type, labels = [], read } of FIGURES) {
    const settings = { name, help, labelNames: [...labels], registers: [registry] };
    const samples = () => (snapshot.now === null ? [] : read(snapshot.now));
    if (type === 'gauge') {
      new Gauge({
        ...settings,
        collect() {
          this.reset();
          if (labels.length === 0 && samples().length === 0) this.remove();
          for (const sample of samples()) this.set(sample.labels ?? {}, sample.value);
        },
      });
    } else {
      new Counter({
        ...settings,
        collect() {
          this.reset();
          for (const sample of samples()) this.inc(sample.labels ?? {}, sample.value);
        },
      });
    }
  }
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  return { registry, snapshot };
}
