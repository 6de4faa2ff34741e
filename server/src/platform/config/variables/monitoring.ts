import { secretOf, share, text, url } from '../value-types.ts'
import type { Variable } from '../variable.ts'

export const MONITORING = {
  METRICS_TOKEN: {
    meaning: 'what `/api/metrics` asks for as bearer token, 16 characters or more; none: everyone can read it',
    type: secretOf(16),
    default: null,
    noneText: '(none: /api/metrics is public)',
    secret: 'value',
    usedBy: ['start'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'base URL of a collector that takes OpenTelemetry traces by OTLP/HTTP ([monitoring](monitoring/README.md))',
    type: url('http', 'https'),
    default: null,
    noneText: '(none: no traces)',
    usedBy: ['start'],
  },
  OTEL_SERVICE_NAME: {
    meaning: 'the name of the service in traces',
    type: text,
    default: 'openteller',
    usedBy: ['start'],
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'the share of requests that are traced, from 0 to 1',
    type: share,
    default: '1',
    usedBy: ['start'],
  },
} satisfies Record<string, Variable>
