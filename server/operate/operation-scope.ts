import { AsyncLocalStorage } from 'node:async_hooks'
import type { Telemetry } from './telemetry.ts'

/** A request or a job, and what it has had PostgreSQL do so far: the connections write it down. */
export class OperationScope {
  /** As many as were sent, `commit` among them; `begin` goes along with the first. */
  statements = 0
  /** How long answers were waited for, added up. */
  sqlMilliseconds = 0
  readonly telemetry: Telemetry | undefined

  constructor(telemetry?: Telemetry) {
    this.telemetry = telemetry
  }

  /** Runs what belongs to it; whatever comes of that finds it by `currentWork`. */
  within<T>(run: () => T): T {
    return operationStorage.run(this, run)
  }
}

export const currentOperation = (): OperationScope | undefined => operationStorage.getStore()

const operationStorage = new AsyncLocalStorage<OperationScope>()
