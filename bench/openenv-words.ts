/** The messages between the processes of the OpenEnv endpoint's benchmark. */

export type EndpointOrder = { do: 'stop' };
export type EndpointNews = { news: 'ready'; port: number; barePort: number };

export type LoadOrder =
  | { do: 'connect'; port: number; barePort: number; count: number }
  | { do: 'run'; side: Side; ms: number }
  | { do: 'stop' };
export type LoadNews =
  | { news: 'connected' }
  /** Answers to steps per second, and their median time in milliseconds. */
  | { news: 'ran'; perSecond: number; p50: number; bytes: number };

export type Side = 'mandi' | 'bare';
