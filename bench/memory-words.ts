/** The messages between the processes of bench/idle-memory.ts. */
export type MemoryOrder = { do: 'idle matches'; count: number } | { do: 'weigh' } | { do: 'stop' };

export type MemoryNews =
  | { news: 'ready'; port: number }
  | { news: 'idle'; matchIds: string[] }
  /** Bytes, after garbage collection. */
  | { news: 'weight'; heap: number; resident: number };

export type CrowdOrder = { do: 'watch'; port: number; matchIds: string[] } | { do: 'stop' };
export type CrowdNews = { news: 'watching' };
