/** What an agent may be set to, and what it gets where nothing is said: one definition for files, the command line, the API and the form. */
export const AGENT_RANGES = {
  temperature: { least: 0, most: 2, usual: 0.7 },
  /** More than 0; a form that steps begins at `least`. */
  topP: { least: 0.001, most: 1, usual: 0.95 },
  topK: { least: 0, most: 1000, usual: 40 },
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 },
  maxTokens: { least: 1, most: 8192, usual: 128 },
  repairs: { least: 0, most: 2, usual: 1 },
  /** Seconds a turn. */
  turnSeconds: { least: 0.1, most: 600, usual: 20 },
} as const;

/** Texts before which a model stops: so many, of so many characters each. */
export const MOST_STOPS = 8;
export const LONGEST_STOP = 100;
/** The names of a model and its adapter, as a backend serves them. */
export const LONGEST_MODEL = 200;
export const LONGEST_URL = 2000;
