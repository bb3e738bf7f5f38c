import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'

interface Call<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

const MAX_SHARED = 50

/** Later calls wait for a run this long, in milliseconds, because a broken connection may never answer. */
const LONGEST_WAIT = 5000

/** The timeout of one request must not cancel a run for the others. No request loads this module, so it has no context. */
const runOutsideOfRequests = AsyncLocalStorage.snapshot()

/**
 * Answers several calls with one run of `runAll`. A call never joins a run that has already begun, so its output is not
 * older than the call.
 */
export class SharedCalls<Input, Output> {
  readonly #runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly #longestWait: number
  #waiting: Call<Input, Output>[] = []
  #isRunning = false

  constructor(runAll: (inputs: readonly Input[]) => Promise<readonly Output[]>, longestWait = LONGEST_WAIT) {
    this.#runAll = runAll
    this.#longestWait = longestWait
  }

  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (!this.#isRunning) runOutsideOfRequests(() => this.#run())
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#waiting.length > 0) {
        // All requests that have already arrived join the run.
        await setImmediate()
        await waitWithTimeout(this.#longestWait, () => this.#answer(this.#waiting.splice(0, MAX_SHARED)))
      }
    } finally {
      this.#isRunning = false
    }
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
