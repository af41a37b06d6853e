/** This command's name on a server's inference page, without its arguments. */
export function programName(argv: readonly string[] = process.argv, pid: number = process.pid): string {
  const words = argv.slice(2, 4);
  const end = words.findIndex((word) => !COMMAND.test(word));
  return ['mandi', ...(end < 0 ? words : words.slice(0, end)), String(pid)].join(' ');
}

/** Excludes names of agents (digits or hyphens), paths (dots and slashes) and flags (hyphens). */
const COMMAND = /^[a-z]+$/;
