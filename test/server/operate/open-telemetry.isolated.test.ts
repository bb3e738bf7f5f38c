import { diag } from '@opentelemetry/api'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenTelemetry } from '#server/operate/open-telemetry.ts'
import { processEnvironment } from '#server/settings/config.ts'
import { OperateVariables, operateSettings, type TelemetrySettings } from '#server/settings/operate.ts'

afterEach(() => {
  diag.disable()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Returns the logged problems. The list grows with later problems. */
async function problemsOfStart(settings: TelemetrySettings = {}): Promise<string[]> {
  vi.stubEnv('OTEL_METRICS_EXPORTER', 'none')
  const problems: string[] = []
  const write = (line: string) => {
    const { level, msg, problem } = JSON.parse(line)
    expect({ level, msg }).toEqual({ level: 40, msg: 'OpenTelemetry reports a problem' })
    problems.push(problem)
  }
  await new OpenTelemetry(settings, pino({}, { write })).close()
  return problems
}

test('a problem of OpenTelemetry is logged', async () => {
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'carrier-pigeon')
  expect(await problemsOfStart()).toContainEqual(expect.stringContaining('carrier-pigeon'))
})

test('a problem is logged with its error', async () => {
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'none')
  const problems = await problemsOfStart()
  diag.createComponentLogger({ namespace: 'exporter' }).error('The export failed', new Error('The disk is full'))
  expect(problems.at(-1)).toMatch(/^exporter The export failed Error: The disk is full\n/)
})

test('the same problem is logged once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'none')
  const problems = await problemsOfStart()
  problems.length = 0
  const start = Date.now()
  const repeated = 'x'.repeat(80)
  for (const seconds of [0, 1, 59, 60, 61]) {
    vi.setSystemTime(start + seconds * 1000)
    diag.error(`${repeated}${seconds}`)
    diag.warn('Another problem')
  }
  expect(problems).toEqual([`${repeated}0`, 'Another problem', `${repeated}60`, 'Another problem'])
})

test('a logged problem has no credentials of an address', async () => {
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'otlp')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://ada:hu/sh@collector:port/traces?key=hush#hush')
  const problems = await problemsOfStart()
  expect(problems.join()).toContain(`'http://collector:port/traces'`)
  diag.error('At file:///shop/node_modules/@opentelemetry/api.js', new Error('GET https://hush@host/?key=hush failed'))
  expect(problems.at(-1)).toContain(
    'At file:///shop/node_modules/@opentelemetry/api.js Error: GET https://host/ failed',
  )
  expect(problems.join()).not.toMatch(/hush|hu\/sh/)
})

test('the SDK uses a different logger if the environment sets a level', async () => {
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'carrier-pigeon')
  vi.stubEnv('OTEL_LOG_LEVEL', 'none')
  const variables = OperateVariables.parse(processEnvironment())
  expect(await problemsOfStart(operateSettings(variables, true).telemetry)).toEqual([])
})
