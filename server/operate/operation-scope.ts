import { AsyncLocalStorage } from 'node:async_hooks'
import type { Telemetry } from './telemetry.ts'

export class OperationScope {
  /** The number of statements. `commit` counts, `begin` does not. */
  statements = 0
  /** Total response time of the statements. */
  sqlMilliseconds = 0
  readonly telemetry: Telemetry | undefined

  constructor(telemetry?: Telemetry) {
    this.telemetry = telemetry
  }

  /** Runs work in this scope. `currentOperation` returns the scope for all work that it starts. */
  within<T>(run: () => T): T {
    return operationStorage.run(this, run)
  }
}

export const currentOperation = (): OperationScope | undefined => operationStorage.getStore()

const operationStorage = new AsyncLocalStorage<OperationScope>()
