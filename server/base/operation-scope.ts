import { AsyncLocalStorage } from 'node:async_hooks'
import type { Telemetry } from '#server/base/telemetry.ts'

export class OperationScope {
  /** A `commit` counts as a statement, and a `begin` does not. */
  statements = 0
  sqlMilliseconds = 0
  readonly telemetry: Telemetry | undefined

  constructor(telemetry?: Telemetry) {
    this.telemetry = telemetry
  }

  /** In `run`, and in all work that it starts, `currentOperation` returns this scope. */
  within<T>(run: () => T): T {
    return operationStorage.run(this, run)
  }
}

export const currentOperation = (): OperationScope | undefined => operationStorage.getStore()

const operationStorage = new AsyncLocalStorage<OperationScope>()
