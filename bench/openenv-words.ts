/** What the processes of the OpenEnv endpoint's benchmark tell each other. */

export type EndpointOrder = { do: 'stop' };
export type EndpointNews = { news: 'ready'; port: number; barePort: number };

export type LoadOrder =
  | { do: 'connect'; port: number; barePort: number; count: number }
  | { do: 'run'; side: Side; ms: number }
  | { do: 'stop' };
export type LoadNews =
  | { news: 'connected' }
  /** Answers to steps a second, and the milliseconds that half of them took at most. */
  | { news: 'ran'; perSecond: number; p50: number; bytes: number };

export type Side = 'mandi' | 'bare';
