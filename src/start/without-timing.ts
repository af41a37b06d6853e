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
