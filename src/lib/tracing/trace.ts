/** Traces for OpenTelemetry. Without a tracer, as usual, `traced` only calls its work. `open-tracing.ts` sets one. */

export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Names of attributes. Spans inherit the first four from the span around them. */
export const REQUEST = 'mandi.request.id';
export const MATCH = 'mandi.match.id';
export const TOURNAMENT = 'mandi.tournament.id';
export const SEAT = 'mandi.seat';
export const FAULT = 'mandi.fault';

export interface SpanAsked<T> {
  facts?(): Facts;
  /** Facts that are known afterwards. `FAULT` marks the span as failed. */
  outcome?(value: T): Facts | Promise<Facts>;
  /** The context that another process sent; it is the parent, if there is one. */
  headers?: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Tracer {
  run<T>(name: string, asked: SpanAsked<T>, work: () => Promise<T>): Promise<T>;
  /** Outside of any span: work that outlives what started it. */
  apart<T>(work: () => T): T;
  /** Headers that continue the current trace in another process. */
  headers(): Record<string, string>;
}

let tracer: Tracer | null = null;

export function setTracer(given: Tracer | null): void {
  tracer = given;
}

/** Runs `work` in a span of that name. */
export function traced<T>(name: string, asked: SpanAsked<T>, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.run(name, asked, work);
}

/** For work that outlives what started it: its spans begin traces of their own. */
export function apart<T>(work: () => T): T {
  return tracer === null ? work() : tracer.apart(work);
}

export function traceHeaders(): Record<string, string> {
  return tracer === null ? {} : tracer.headers();
}
