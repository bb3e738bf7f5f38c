import type { TelemetrySettings } from './settings.ts'

/** Where traces and metrics go. Without one nothing of OpenTelemetry is loaded, which is 45 MB and a third of a second. */
export interface Telemetry {
  request(facts: RequestAttributes): RequestTrace
  /** `isFault`: whether what it came to is a fault of ours. */
  procedure<T>(name: string, run: () => Promise<T>, isFault: (result: T) => boolean): Promise<T>
  /** Statements that are sent in one packet. */
  statements<T>(texts: readonly string[], send: () => T): T
  job(name: string, run: () => Promise<void>): Promise<void>
  watchPool(pool: PoolUse): void
  /** Sends what it has not sent yet, for a few seconds at most. */
  close(): Promise<void>
}

export interface RequestAttributes {
  method: string
  path: string
  scheme: string
  /** In which the caller may name the trace that the request belongs to. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface RequestTrace {
  traceId: string
  within<T>(run: () => T): T
  /** `route`: the path with names in the place of ids, as far as one is known. */
  end(outcome: { status: number; route: string | undefined; milliseconds: number }): void
}

/** As `pg` counts. */
export interface PoolUse {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** Undefined where the environment does not ask for it. */
export async function openTelemetry(settings: TelemetrySettings | undefined): Promise<Telemetry | undefined> {
  if (!settings) return undefined
  const { OpenTelemetry } = await import('./open-telemetry.ts')
  return new OpenTelemetry(settings)
}
