/** The result of every section of the benchmark. */
export interface Measure {
  what: string;
  value: number;
  unit: string;
  /** The comparison, measured in the same run, turn by turn. */
  against?: { what: string; value: number };
  /** Value over comparison: the median of the turns, and their lowest and highest. */
  ratio?: { median: number; low: number; high: number };
  aim?: { text: string; met: boolean };
  /** What a reader needs in order to interpret the number. */
  note?: string;
}

export interface BenchOptions {
  /** Fewer turns: a smoke test, not for quoting. */
  quick: boolean;
  /** A server's address for the sections that compare embedded and server Postgres. */
  serverUrl: string | null;
  /** For sections about a database of many matches: how many. */
  matches?: number;
  /** A database that stays: it is filled once, and measured again and again. */
  keptUrl?: string;
  /** A progress line, on stderr. */
  tell(line: string): void;
}

export interface Section {
  id: string;
  title: string;
  measure(options: BenchOptions): Promise<Measure[]>;
}
