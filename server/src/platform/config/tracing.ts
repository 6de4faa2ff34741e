import { type Environment, given, text, throwInvalidVariable, url } from './read-variable.ts'

export type TracingConfig = Readonly<{
  /** Base URL of a collector that takes OTLP over HTTP. */
  endpoint: string
  serviceName: string
  /** The share of requests that are traced, from 0 to 1. */
  ratio: number
}>

/** The variables of OpenTelemetry. Null without an endpoint: nothing is traced, and nothing of it is loaded. */
export function readTracing(env: Environment): TracingConfig | null {
  const endpoint = url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'])
  const [serviceName, ratio] = [text(env, 'OTEL_SERVICE_NAME', 'openteller'), ratioFrom(env)]
  return endpoint === null ? null : { endpoint: endpoint.replace(/\/+$/, ''), serviceName, ratio }
}

function ratioFrom(env: Environment): number {
  const value = given(env, 'OTEL_TRACES_SAMPLER_ARG')
  if (value === null) return 1
  if (!/^(?:[01]|1\.0+|0?\.\d{1,6})$/.test(value))
    throwInvalidVariable('OTEL_TRACES_SAMPLER_ARG', 'a number between 0 and 1', value)
  return Number(value)
}
