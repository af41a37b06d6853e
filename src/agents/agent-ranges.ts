/** Ranges and defaults of agents' settings, shared by files, the command line, the API and the form. */
export const AGENT_RANGES = {
  temperature: { least: 0, most: 2, usual: 0.7 },
  /** Must be above 0; a form's slider starts at `least`. */
  topP: { least: 0.001, most: 1, usual: 0.95 },
  topK: { least: 0, most: 1000, usual: 40 },
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 },
  maxTokens: { least: 1, most: 8192, usual: 128 },
  repairs: { least: 0, most: 2, usual: 1 },
  /** Seconds per turn. */
  turnSeconds: { least: 0.1, most: 600, usual: 20 },
} as const;

/** Stop sequences: maximum number and length. */
export const MOST_STOPS = 8;
export const LONGEST_STOP = 100;
/** Maximum length of a model's or adapter's name. */
export const LONGEST_MODEL = 200;
export const LONGEST_URL = 2000;
