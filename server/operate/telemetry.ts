import type { Logger } from 'pino'
import type { Telemetry } from '#server/base/telemetry.ts'
import type { TelemetrySettings } from '../settings/operate.ts'

/** Returns undefined if telemetry is not configured. Otherwise, loading it takes 45 MB and 300 ms. */
export async function openTelemetry(
  settings: TelemetrySettings | undefined,
  logger: Logger,
): Promise<Telemetry | undefined> {
  if (!settings) return undefined
  const { OpenTelemetry } = await import('./open-telemetry.ts')
  return new OpenTelemetry(settings, logger)
}
