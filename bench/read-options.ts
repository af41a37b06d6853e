import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A script's options. One that does not exist or has no value ends it with a sentence and exit code 2. */
export function readOptions<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (fault) {
    const [why = ''] = (fault as Error).message.split('. ');
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(`${basename(process.argv[1] ?? 'bench')}: ${why}. Options: ${known.join(', ')}.`);
    process.exit(2);
  }
}
