// The exporting process of bench/export.ts.
import { type DatasetManifest, exportDataset } from '~/dataset/export-dataset';
import { playedStore } from '~/dataset/testing/played-store';
import type { EventStore } from '~/store/event-store';
import { obeyOrders } from './child';
import type { ExportNews, ExportOrder } from './export-words';

/** More than needed: the export is stopped when it has its rows. */
const MOST_MATCHES = 10_000_000;

obeyOrders<ExportOrder>(run, async () => {});

async function run({ folder, form, rows }: ExportOrder): Promise<void> {
  const store = playedStore(MOST_MATCHES);
  const played = { seconds: 0, over: false };
  const begun = performance.now();
  const manifest = await exportDataset(
    limited(store, played),
    { format: 'sft', ruleset: 'classic', split: 'train' },
    {
      folder,
      form,
      code: 'bench',
      onMatch: (progress) => {
        played.over = progress.rows >= rows;
      },
    },
  );
  const seconds = (performance.now() - begun) / 1000;
  tell({
    news: 'exported',
    seconds,
    written: manifest.rows,
    bytes: bytesOf(manifest),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    alone: played.seconds,
  });
}

/** Ends when the export has enough, and measures the time spent playing. */
function limited(store: EventStore, played: { seconds: number; over: boolean }): EventStore {
  const finished: EventStore['finished'] = async (filter, page) => (played.over ? [] : store.finished(filter, page));
  const read: EventStore['read'] = async (id) => {
    const begun = performance.now();
    const events = await store.read(id);
    played.seconds += (performance.now() - begun) / 1000;
    return events;
  };
  return new Proxy(store, {
    get: (whole, name) => (name === 'finished' ? finished : name === 'read' ? read : (Reflect.get(whole, name) as unknown)),
  });
}

function bytesOf({ files }: DatasetManifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function tell(news: ExportNews): void {
  process.send?.(news);
}
