import { z } from 'zod'
import { integerInRange } from '#server/base/integer-in-range.ts'

export interface UnreadLimits {
  /** Milliseconds after which a connection without progress is closed. */
  stallTimeout: number
  /** Maximum number of unread bytes of one client network. */
  ofAddress: number
  /** Maximum number of unread bytes of all clients. */
  total: number
}

export const OperateVariables = z.object({
  HEADERS_TIMEOUT_SECONDS: integerInRange(1, 3600).default(15),
  REQUEST_TIMEOUT_SECONDS: integerInRange(1, 86_400).default(300),
  KEEP_ALIVE_SECONDS: integerInRange(1, 3600).default(65),
  MAX_HEADERS: integerInRange(20, 2000).default(100),
  STALLED_ANSWER_SECONDS: integerInRange(1, 3600).default(30),
  UNREAD_BYTES: integerInRange(1_000_000, 999_999_999_999).default(500_000_000),
  UNREAD_BYTES_PER_ADDRESS: integerInRange(1_000_000, 999_999_999_999).default(50_000_000),
  CONNECTIONS_PER_ADDRESS: integerInRange(1, 1_000_000).default(200),
  DRAIN_DELAY_SECONDS: integerInRange(0, 600).default(0),
  DRAIN_SECONDS: integerInRange(1, 3600).default(10),
  READY_TIMEOUT_SECONDS: integerInRange(1, 60).default(2),
  READY_JOB_LAG_SECONDS: integerInRange(0, 1_000_000).default(900),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_METRICS_EXPORTER: z.string().optional(),
  OTEL_LOG_LEVEL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  SERVER_TIMING: z.enum(['on', 'off'], 'must be on or off').optional(),
})

export interface HttpSettings {
  /** Maximum time until all headers, and until the whole request, have arrived, in milliseconds. */
  headersTimeout: number
  requestTimeout: number
  /** Time that a connection without a request stays open, in milliseconds. */
  keepAliveTimeout: number
  /** The server rejects a request with more headers with 431. */
  maxHeadersCount: number
  /** Maximum time without progress of a response, in milliseconds. */
  stallTimeout: number
}

interface DrainSettings {
  /** Time between "not ready" and the stop of the server, in milliseconds. */
  delay: number
  /** Maximum time for running requests after the stop, in milliseconds. */
  timeout: number
}

export interface ReadySettings {
  timeout: number
  /** Maximum delay of a due job, in seconds. 0 means no maximum. */
  maxJobLag: number
}

export interface TelemetrySettings {
  /** If set, the SDK prints its messages to the console. */
  logLevel?: string
  serviceName?: string
}

const readySettings = (variables: z.output<typeof OperateVariables>): ReadySettings => ({
  timeout: variables.READY_TIMEOUT_SECONDS * 1000,
  maxJobLag: variables.READY_JOB_LAG_SECONDS,
})

export const defaultReadySettings: ReadySettings = readySettings(OperateVariables.parse({}))

export function operateSettings(variables: z.output<typeof OperateVariables>, isProduction: boolean) {
  return {
    http: {
      headersTimeout: Math.min(variables.HEADERS_TIMEOUT_SECONDS, variables.REQUEST_TIMEOUT_SECONDS) * 1000,
      requestTimeout: variables.REQUEST_TIMEOUT_SECONDS * 1000,
      keepAliveTimeout: variables.KEEP_ALIVE_SECONDS * 1000,
      maxHeadersCount: variables.MAX_HEADERS,
      stallTimeout: variables.STALLED_ANSWER_SECONDS * 1000,
    } satisfies HttpSettings,
    connectionsPerAddress: variables.CONNECTIONS_PER_ADDRESS,
    unread: {
      stallTimeout: variables.STALLED_ANSWER_SECONDS * 1000,
      total: variables.UNREAD_BYTES,
      ofAddress: variables.UNREAD_BYTES_PER_ADDRESS,
    } satisfies UnreadLimits,
    drain: {
      delay: variables.DRAIN_DELAY_SECONDS * 1000,
      timeout: variables.DRAIN_SECONDS * 1000,
    } satisfies DrainSettings,
    ready: readySettings(variables),
    telemetry: telemetrySettings(variables),
    sendsServerTiming: variables.SERVER_TIMING ? variables.SERVER_TIMING === 'on' : !isProduction,
  }
}

/** Telemetry is on if an endpoint or an exporter is set. The SDK reads further `OTEL_` variables itself. */
function telemetrySettings(variables: z.output<typeof OperateVariables>): TelemetrySettings | undefined {
  const exporterSettings = [
    variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    ...[variables.OTEL_TRACES_EXPORTER, variables.OTEL_METRICS_EXPORTER].filter((exporter) => exporter !== 'none'),
  ]
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || !exporterSettings.some(Boolean)) return undefined
  const isNamed = variables.OTEL_SERVICE_NAME || /\bservice\.name=/.test(variables.OTEL_RESOURCE_ATTRIBUTES ?? '')
  const logLevel = variables.OTEL_LOG_LEVEL?.trim()
  return { ...(logLevel ? { logLevel } : {}), ...(isNamed ? {} : { serviceName: 'cartwright' }) }
}
