/** What every section of the benchmark answers with. */
export interface Measure {
  what: string;
  value: number;
  unit: string;
  /** What it is compared with, measured in the same run, turn by turn. */
  against?: { what: string; value: number };
  /** Value over comparison: the median of the turns, and the lowest and highest of them. */
  ratio?: { median: number; low: number; high: number };
  aim?: { text: string; met: boolean };
  /** What a reader must know to read the number. */
  note?: string;
}

export interface BenchOptions {
  /** Fewer turns: to see that it runs, not to quote. */
  quick: boolean;
  /** A server's address for the sections that compare embedded and server Postgres. */
  serverUrl: string | null;
  /** A progress line, on stderr. */
  tell(line: string): void;
}

export interface Section {
  id: string;
  title: string;
  measure(options: BenchOptions): Promise<Measure[]>;
}
