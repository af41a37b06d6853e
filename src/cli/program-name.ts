/** This command as a server's page of inference names it: without what was typed behind it. */
export function programName(argv: readonly string[] = process.argv, pid: number = process.pid): string {
  const words = argv.slice(2, 4);
  const end = words.findIndex((word) => !COMMAND.test(word));
  return ['mandi', ...(end < 0 ? words : words.slice(0, end)), String(pid)].join(' ');
}

/** Names of agents have digits or hyphens, paths dots and slashes, flags hyphens. */
const COMMAND = /^[a-z]+$/;
