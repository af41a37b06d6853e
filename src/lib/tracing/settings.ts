/** Settings of traces, by OpenTelemetry's own names. */
import { z } from 'zod';

export const TRACING_ENVIRONMENT = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    description: 'Where traces are sent, by OTLP over HTTP (http://127.0.0.1:4318). Unset: nowhere.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: '',
    description: 'The whole address for traces (http://127.0.0.1:4318/v1/traces), in place of OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', default: '', description: 'Headers for that address, such as a key (authorization=Bearer%20...).' },
  { name: 'OTEL_SERVICE_NAME', default: 'mandi', description: 'The name under which traces are shown.' },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    default: '',
    description: 'Further facts in every trace (deployment.environment.name=production,host.name=a).',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    description: 'Which traces are kept: parentbased_traceidratio keeps the share in OTEL_TRACES_SAMPLER_ARG.',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', default: '', description: 'The share of traces that is kept (0.1).' },
] as const;

export const tracingShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:4318' }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:4318/v1/traces' }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('mandi'),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
};

type Name = (typeof TRACING_ENVIRONMENT)[number]['name'];

/** null: traces are off. */
export type TracingSettings = Partial<Record<Name, string>> | null;

export function tracingOf(read: Partial<Record<Name, string | undefined>>): TracingSettings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = read;
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined && OTEL_EXPORTER_OTLP_TRACES_ENDPOINT === undefined) return null;
  const given = TRACING_ENVIRONMENT.flatMap(({ name }) => (read[name] === undefined ? [] : [[name, read[name]] as const]));
  return Object.fromEntries(given);
}

/** OpenTelemetry's packages read the process's environment themselves: what is written in `.env` is put there for them. */
export function handTracingOn(
  written: Readonly<Record<string, string | undefined>>,
  environment: Record<string, string | undefined>,
): void {
  for (const { name } of TRACING_ENVIRONMENT) if (written[name] !== undefined) environment[name] ??= written[name];
}
