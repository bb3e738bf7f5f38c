import { format } from 'node:util'
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  type Histogram,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Logger } from 'pino'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import type { PoolUse, RequestAttributes, RequestTrace, Telemetry } from '#server/base/telemetry.ts'
import type { TelemetrySettings } from '../settings/operate.ts'
import { operationOf, parameterizedTextOf, summaryOf } from './statement-summary.ts'

/* Import this file lazily, because it loads the SDK of OpenTelemetry. */

export class OpenTelemetry implements Telemetry {
  readonly #sdk: NodeSDK
  readonly #instruments: ReturnType<typeof createInstruments>
  readonly #tracer

  constructor({ serviceName, logLevel }: TelemetrySettings, logger: Logger) {
    if (!logLevel) logProblems(logger)
    this.#sdk = new NodeSDK({ ...(serviceName ? { serviceName } : {}), logRecordProcessors: [] })
    this.#sdk.start()
    this.#tracer = trace.getTracer('cartwright')
    this.#instruments = createInstruments()
  }

  request({ method, path, scheme, headers }: RequestAttributes): RequestTrace {
    const requestAttributes = { 'http.request.method': method, 'url.scheme': scheme }
    const attributes = { ...requestAttributes, 'url.path': path }
    const parent = propagation.extract(context.active(), headers)
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    const below = trace.setSpan(parent, span)
    const { requests, activeRequests } = this.#instruments
    activeRequests.add(1, requestAttributes)
    return {
      traceId: span.spanContext().traceId,
      within: (run) => context.with(below, run),
      end: ({ status, route, milliseconds }) => {
        const fault = status >= 500 ? { 'error.type': String(status) } : {}
        const resultAttributes = {
          'http.response.status_code': status,
          ...(route ? { 'http.route': route } : {}),
          ...fault,
        }
        if (route) span.updateName(`${method} ${route}`)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttributes(resultAttributes).end()
        activeRequests.add(-1, requestAttributes)
        requests.record(milliseconds / 1000, { ...requestAttributes, ...resultAttributes }, below)
      },
    }
  }

  procedure<T>(name: string, run: () => Promise<T>, isFault: (result: T) => boolean): Promise<T> {
    const attributes = { 'rpc.system.name': 'trpc', 'rpc.method': name }
    return this.#tracer.startActiveSpan(name, { attributes }, async (span) => {
      const result = await run()
      if (isFault(result)) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return result
    })
  }

  statements<T>(texts: readonly string[], send: () => T): T {
    const operation = operationOf(texts)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summaryOf(texts),
      ...(texts.length > 1 ? { 'db.operation.batch.size': texts.length } : {}),
    }
    const text = parameterizedTextOf(texts)
    const span = this.#tracer.startSpan(attributes['db.query.summary'], {
      kind: SpanKind.CLIENT,
      attributes: { ...attributes, ...(text ? { 'db.query.text': text } : {}) },
    })
    const { packets, statements } = this.#instruments
    statements.add(texts.length, { 'db.system.name': 'postgresql' })
    const endSpan = createSpanTimer(packets, { 'db.system.name': 'postgresql', 'db.operation.name': operation }, span)
    const sent = send()
    if (sent instanceof Promise) sent.then(() => endSpan(), endSpan)
    else endSpan()
    return sent
  }

  job(name: string, run: () => Promise<void>): Promise<void> {
    const attributes = {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': name,
    }
    const options = { kind: SpanKind.CONSUMER, attributes, root: true }
    return this.#tracer.startActiveSpan(`process ${name}`, options, async (span) => {
      const { 'messaging.operation.type': _, ...metricAttributes } = attributes
      const endSpan = createSpanTimer(this.#instruments.jobs, metricAttributes, span)
      try {
        await run()
        endSpan()
      } catch (error) {
        endSpan(error)
        throw error
      }
    })
  }

  watchPool(pool: PoolUse): void {
    const meter = metrics.getMeter('cartwright')
    const name = { 'db.client.connection.pool.name': 'postgresql' }
    meter.createObservableUpDownCounter('db.client.connection.count', { unit: '{connection}' }).addCallback((seen) => {
      seen.observe(pool.idleCount, { ...name, 'db.client.connection.state': 'idle' })
      seen.observe(pool.totalCount - pool.idleCount, { ...name, 'db.client.connection.state': 'used' })
    })
    meter
      .createObservableUpDownCounter('db.client.connection.pending_requests', { unit: '{request}' })
      .addCallback((seen) => seen.observe(pool.waitingCount, name))
  }

  close(): Promise<void> {
    return waitWithTimeout(5000, () => this.#sdk.shutdown().catch(() => {}))
  }
}

/** Logs the same problem at most once a minute, because each failed export repeats it. */
function logProblems(logger: Logger): void {
  const loggedAt = new Map<string, number>()
  const log = (...parts: unknown[]) => {
    const problem = withoutCredentials(format(...parts))
    const now = Date.now()
    for (const [known, at] of loggedAt) if (at <= now - 60_000) loggedAt.delete(known)
    const start = problem.slice(0, 80)
    if (loggedAt.has(start)) return
    loggedAt.set(start, now)
    logger.warn({ problem }, 'OpenTelemetry reports a problem')
  }
  const ignore = () => {}
  const diagLogger = { error: log, warn: log, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(diagLogger, { logLevel: DiagLogLevel.WARN })
}

/** Removes the user info and the query of addresses. Paths of files (`file:///`) have none. */
const withoutCredentials = (text: string): string =>
  text.replace(/(\w:\/\/)(?!\/)\S*@/g, '$1').replace(/(\w:\/\/[^\s'"?]*)\?[^\s'"]*/g, '$1')

function createSpanTimer(
  histogram: Histogram,
  attributes: Record<string, string>,
  span: Span,
): (error?: unknown) => void {
  const began = performance.now()
  const within: Context = trace.setSpan(context.active(), span)
  return (error) => {
    const fault = error === undefined ? {} : { 'error.type': typeOf(error) }
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttributes(fault)
    span.end()
    histogram.record((performance.now() - began) / 1000, { ...attributes, ...fault }, within)
  }
}

/** Never returns the message, because it may contain personal data. */
function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

function createInstruments() {
  const meter = metrics.getMeter('cartwright')
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } })
  const forRequests = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
  const forStatements = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
  return {
    requests: histogram('http.server.request.duration', 'Duration of HTTP requests', forRequests),
    activeRequests: meter.createUpDownCounter('http.server.active_requests', { unit: '{request}' }),
    packets: histogram('db.client.operation.duration', 'Duration of packets of statements', forStatements),
    statements: meter.createCounter('cartwright.db.statements', { unit: '{statement}' }),
    jobs: histogram('messaging.process.duration', 'Duration of jobs', [...forRequests, 30, 60, 300]),
  }
}
