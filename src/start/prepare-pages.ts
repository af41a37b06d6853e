import next from 'next';

/** The framework prints how long its configuration took to load, and has no setting for that; nobody who starts Mandi needs it. */
const TIMING = /Running next\.config\.\w+ took/;

/** Does `work` without that one line; all else that is printed meanwhile is printed. */
export async function withoutTiming(work: () => Promise<void>, printer: Pick<Console, 'log'> = console): Promise<void> {
  const { log } = printer;
  printer.log = (...parts: unknown[]) => {
    if (!TIMING.test(String(parts[0]))) log(...parts);
  };
  try {
    await work();
  } finally {
    printer.log = log;
  }
}

/** The pages, built or made as they are asked for; null where there are none. */
export async function preparePages({ site, host, port }: { site: 'built' | 'dev' | 'none'; host: string; port: number }) {
  if (site === 'none') return null;
  const app = next({ dev: site === 'dev', hostname: host, port });
  await withoutTiming(() => app.prepare());
  return app;
}
