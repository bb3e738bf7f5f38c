import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { OpenTelemetry } from '#server/operate/open-telemetry.ts'

test('a problem of OpenTelemetry is logged', async () => {
  vi.stubEnv('OTEL_TRACES_EXPORTER', 'carrier-pigeon')
  vi.stubEnv('OTEL_METRICS_EXPORTER', 'none')
  const logs: unknown[] = []
  const telemetry = new OpenTelemetry({}, pino({}, { write: (line) => logs.push(JSON.parse(line)) }))
  await telemetry.close()
  vi.unstubAllEnvs()
  expect(logs).toContainEqual(
    expect.objectContaining({
      level: 40,
      problem: expect.stringContaining('carrier-pigeon'),
      msg: 'OpenTelemetry reports a problem',
    }),
  )
})
