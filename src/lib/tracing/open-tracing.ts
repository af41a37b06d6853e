/** Sends spans to an OTLP endpoint. OpenTelemetry's packages are loaded only if traces are on. */
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { TracingSettings } from './settings';
import { FAULT, type Facts, MATCH, REQUEST, SEAT, type SpanAsked, setTracer, TOURNAMENT } from './trace';

export interface Tracing {
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

export interface Traced {
  /** What this process is: `web` or `worker`. */
  role: string;
  processId: string;
  version?: string;
}

const CLOSE_MS = 3_000;
const INHERITED = [REQUEST, MATCH, TOURNAMENT, SEAT];

export async function openTracing(settings: TracingSettings, { role, processId, version }: Traced): Promise<Tracing> {
  if (settings === null) return { close: async () => undefined };
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const own = resources.resourceFromAttributes({
    'service.name': 'mandi',
    'service.instance.id': processId,
    'mandi.role': role,
    ...(version !== undefined && { 'service.version': version }),
  });
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new NodeTracerProvider({
    resource: resources.defaultResource().merge(own).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const spans = provider.getTracer('mandi');

  function around({ headers }: Pick<SpanAsked<unknown>, 'headers'>): Context {
    return headers ? propagation.extract(ROOT_CONTEXT, headers) : context.active();
  }

  function fail(span: Span, message: string): void {
    span.setStatus({ code: SpanStatusCode.ERROR, message });
  }

  setTracer({
    async run(name, { facts, outcome, ...asked }, work) {
      const parent = around(asked);
      const attributes = { ...inherited(trace.getSpan(parent)), ...plain(facts?.() ?? {}) };
      const kind = asked.headers ? SpanKind.SERVER : SpanKind.INTERNAL;
      const span = spans.startSpan(name, { kind, attributes }, parent);
      try {
        const value = await context.with(trace.setSpan(parent, span), work);
        const found = plain((await outcome?.(value)) ?? {});
        span.setAttributes(found);
        if (found[FAULT] !== undefined) fail(span, String(found[FAULT]));
        return value;
      } catch (fault) {
        fail(span, fault instanceof Error ? fault.message : String(fault));
        throw fault;
      } finally {
        span.end();
      }
    },
    apart: (work) => context.with(ROOT_CONTEXT, work),
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
  });
  return {
    async close() {
      setTracer(null);
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE_MS); // a receiver that hangs does not hold up the end of this process
      });
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
      clearTimeout(late);
    },
  };
}

/** A recording span shows its attributes; one that is not kept has none. */
function inherited(span: Span | undefined): Attributes {
  const held = span && 'attributes' in span ? (span.attributes as Attributes) : {};
  return Object.fromEntries(INHERITED.flatMap((name) => (held[name] === undefined ? [] : [[name, held[name]]])));
}

function plain(facts: Facts): Attributes {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])),
  );
}
