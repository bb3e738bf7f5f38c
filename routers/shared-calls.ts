import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

interface Call<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const MAX_SHARED = 50

/**
 * Answers several calls with one run of `runAll`. A call never joins a run that has already begun, so its output is not
 * older than the call.
 */
export class SharedCalls<Input, Output> {
  readonly #runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>
  /** The end of one request must not cancel the run for the others. */
  readonly #runOutsideOfRequests = AsyncLocalStorage.snapshot()
  #waiting: Call<Input, Output>[] = []
  #isRunning = false

  constructor(runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#runAll = runAll
  }

  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (!this.#isRunning) this.#runOutsideOfRequests(() => this.#run())
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // All requests that have already arrived join the run.
      await setImmediate()
      await this.#answer(this.#waiting.splice(0, MAX_SHARED))
    }
    this.#isRunning = false
  }

  async #answer(calls: readonly Call<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#runAll(calls.map(({ input }) => input))
      for (const [i, { resolve }] of calls.entries()) resolve(outputs[i] as Output)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }
}
