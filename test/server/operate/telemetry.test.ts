import { expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase } from '#test/support/postgres.ts'
import { isHealthy, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openWebhookReceiver } from '#test/support/webhook-receiver.ts'
import { freePort } from '../../../bench/free-port.ts'

interface ExportedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  facts: Record<string, unknown>
  status: { code?: number }
}

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}

interface ExportedMetric {
  name: string
  unit: string
  histogram: { dataPoints: { attributes: Attribute[]; count: string }[] }
  sum?: { dataPoints: object[] }
}

/** The fields of an OTLP request that the tests read. */
interface ExportedBody {
  resourceSpans?: { scopeSpans: { spans: (Omit<ExportedSpan, 'facts'> & { attributes: Attribute[] })[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: ExportedMetric[] }[] }[]
}

/** OTLP encodes integers as strings in JSON. */
const factsOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

const spansOf = (bodies: ExportedBody[]): ExportedSpan[] =>
  bodies
    .flatMap(({ resourceSpans = [] }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) }))

const metricsOf = (bodies: ExportedBody[]): Map<string, ExportedMetric> =>
  new Map(
    bodies
      .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics }) => metrics)
      .map((metric) => [metric.name, metric]),
  )

test('a server exports traces and metrics if the environment sets an endpoint', async () => {
  await using database = await cloneDatabase()
  await using collector = await openWebhookReceiver((response) => response.writeHead(200).end('{}'))
  using data = scratchDirectory()
  const orm = await openDatabase(database.url)
  const port = await freePort()
  await using server = runProgram([process.execPath, 'server/start.js'], {
    DATABASE_URL: database.url,
    DATA_DIR: data.path,
    PORT: String(port),
    SEED: 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  const url = `http://127.0.0.1:${port}`
  await server.waitFor(() => isHealthy(url))

  const trace = 'a'.repeat(32)
  const traceparent = `00-${trace}-${'b'.repeat(16)}-01`
  const answer = await fetch(`${url}/store/regions?token=hush`, { headers: { traceparent } })
  expect(answer.status).toBe(400)
  const listed = await fetch(`${url}/store/regions`, { headers: { traceparent } })
  expect(listed.status).toBe(200)
  expect(listed.headers.get('server-timing')).toMatch(/^db;dur=[\d.]+;desc="\d+ statements?", total;dur=[\d.]+$/)
  await fetch(`${url}/store/gift-cards/WORTH-MONEY`)
  await announce(orm.em.fork(), 'user.password_reset', { id: 'usr_1', email: 'ada@example.com', token: 'hush' })

  const bodies = () => collector.received.map(({ text }): ExportedBody => JSON.parse(text))
  const find = (look: (span: ExportedSpan) => boolean) => server.waitFor(() => spansOf(bodies()).find(look))
  const request = await find(
    ({ name, facts }) => name === 'GET /store/regions' && facts['http.response.status_code'] === 200,
  )
  expect(request).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16), kind: SERVER })
  expect(request.facts).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/store/regions',
    'url.path': '/store/regions',
    'url.scheme': 'http',
  })
  const procedure = await find(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(procedure).toMatchObject({ traceId: trace, name: 'store.regions.list' })
  expect(procedure.facts).toMatchObject({ 'rpc.system.name': 'trpc', 'rpc.method': 'store.regions.list' })
  const statement = await find(({ parentSpanId, name }) => parentSpanId === procedure.spanId && /region/.test(name))
  expect(statement).toMatchObject({ traceId: trace, kind: CLIENT })
  expect(statement.facts).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': expect.any(String) })

  const refused = await find(({ facts }) => facts['http.response.status_code'] === 400)
  expect(refused.status.code ?? 0).toBe(0)
  const secret = await find(({ facts }) => facts['http.route'] === '/store/gift-cards/{code}')
  expect(secret.facts['url.path']).toBe('/store/gift-cards/{code}')

  const job = await find(({ name }) => name === 'process tell_subscriber')
  expect(job).toMatchObject({ kind: CONSUMER })
  expect(job.parentSpanId ?? '').toBe('')
  expect(job.facts).toMatchObject({ 'messaging.destination.name': 'tell_subscriber' })
  const doing = await find(({ parentSpanId }) => parentSpanId === job.spanId)
  expect(doing).toMatchObject({ traceId: job.traceId, kind: CLIENT })

  // The rest is exported at shutdown.
  server.signal('SIGTERM')
  expect((await server.result).code).toBe(0)
  const metrics = metricsOf(bodies())
  const requests = metrics.get('http.server.request.duration')
  expect(requests).toMatchObject({ unit: 's' })
  const points = requests!.histogram.dataPoints.map(({ attributes, count }) => [factsOf(attributes), Number(count)])
  const ofRegions = { 'http.request.method': 'GET', 'http.route': '/store/regions', 'url.scheme': 'http' }
  expect(points).toContainEqual([{ ...ofRegions, 'http.response.status_code': 200 }, 1])
  expect(points).toContainEqual([{ ...ofRegions, 'http.response.status_code': 400 }, 1])
  for (const name of ['db.client.operation.duration', 'messaging.process.duration'])
    expect(Number(metrics.get(name)?.histogram.dataPoints[0]?.count), name).toBeGreaterThan(0)
  for (const name of ['cartwright.db.statements', 'db.client.connection.count'])
    expect(metrics.get(name)?.sum?.dataPoints.length, name).toBeGreaterThan(0)

  const all = collector.received.map(({ text }) => text).join('')
  expect(all).toContain('"service.name"')
  for (const hidden of ['hush', 'WORTH-MONEY']) expect(all).not.toContain(hidden)
  await orm.close()
})

test('OpenTelemetry is loaded only by its configuration', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context)
      if (found.url.includes('opentelemetry/')) console.log('loaded', found.url)
      return found
    } })
    await import('#server/process/serve.ts')
    const { openTelemetry } = await import('#server/operate/telemetry.ts')
    console.log(await openTelemetry(undefined))
    process.exit()`
  await using program = runProgram([process.execPath, '--input-type=module', '-e', script], {})
  expect(await program.result).toMatchObject({ code: 0, stdout: 'undefined\n' })
})
