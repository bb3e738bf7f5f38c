export interface Telemetry {
  request(facts: RequestAttributes): RequestTrace
  /** `isFault` returns true if the result is an internal error. */
  procedure<T>(name: string, run: () => Promise<T>, isFault: (result: T) => boolean): Promise<T>
  statements<T>(texts: readonly string[], send: () => T): T
  job(name: string, run: () => Promise<void>): Promise<void>
  watchPool(pool: PoolUse): void
  close(): Promise<void>
}

export interface RequestAttributes {
  method: string
  path: string
  scheme: string
  /** Can contain the trace context of the caller. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface RequestTrace {
  traceId: string
  within<T>(run: () => T): T
  /** `route` is the path template, or undefined for an unknown path. */
  end(outcome: { status: number; route: string | undefined; milliseconds: number }): void
}

export interface PoolUse {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}
