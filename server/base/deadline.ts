import { AsyncLocalStorage } from 'node:async_hooks'
import type { Response } from 'express'
import { Unavailable } from '#entities/errors.ts'

export class Deadline {
  #isOver = false
  /** A reused response sends no statement that needs a signal. */
  #controller: AbortController | undefined

  get isOver(): boolean {
    return this.#isOver
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort()
    return this.#controller.signal
  }

  end(): void {
    this.#isOver = true
    this.#controller?.abort()
  }
}

const deadlineStorage = new AsyncLocalStorage<Deadline>()

/** Returns undefined in jobs and commands. */
export const currentDeadline = (): Deadline | undefined => deadlineStorage.getStore()

export const runWithDeadline = <T>(deadline: Deadline, work: () => T): T => deadlineStorage.run(deadline, work)

/** Cancels the statements after these milliseconds, or when the request times out, and throws `Unavailable`. */
export async function runWithin<Answer>(milliseconds: number, work: () => Promise<Answer>): Promise<Answer> {
  const deadline = new Deadline()
  currentDeadline()?.signal.addEventListener('abort', () => deadline.end(), { once: true })
  const timer = setTimeout(() => deadline.end(), milliseconds)
  try {
    return await runWithDeadline(deadline, work)
  } catch (error) {
    throw deadline.isOver ? new Unavailable(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Without a reason, each request would create an error with its stack. */
const requestEnded = new DOMException('The request has ended', 'AbortError')

export function signalOf(res: Response): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(requestEnded)
  currentDeadline()?.signal.addEventListener('abort', abort, { once: true })
  res.once('close', abort)
  if (res.closed || currentDeadline()?.isOver) abort()
  return controller.signal
}
