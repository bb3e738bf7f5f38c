import { AsyncLocalStorage } from 'node:async_hooks'
import type { Request, RequestHandler, Response } from 'express'
import { InvalidData, OutcomeUnknown, Unavailable } from '#entities/errors.ts'
import { isMultipart } from '#server/http/multipart-form.ts'
import { type RequestRefusal, refuseRequest } from './refuse-request.ts'

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

/** Time for a canceled request to respond by itself, in milliseconds. */
const CANCEL_GRACE = 1000

/** Responds with 503, or with 408 if the request has not fully arrived. Uploads have no timeout. */
export const enforceDeadline =
  (milliseconds: number): RequestHandler =>
  (req, res, next) => {
    if (isMultipart(req)) return next()
    const deadline = new Deadline()
    const answer = () => {
      if (res.headersSent || res.writableEnded) return
      res.set('Connection', 'close')
      refuseRequest(req, res, req.complete ? processingTimeout(req) : requestTimeout())
    }
    let timer = setTimeout(() => {
      if (res.headersSent) return
      deadline.end()
      timer = setTimeout(answer, req.complete ? CANCEL_GRACE : 0)
    }, milliseconds)
    res.once('close', () => clearTimeout(timer))
    runWithDeadline(deadline, next)
  }

const requestTimeout = (): RequestRefusal => ({
  status: 408,
  refusal: new InvalidData('The request took too long to arrive').because({ name: 'request_too_slow' }),
})

/** A commit that was sent before the timeout may still succeed, so the outcome is unknown. */
const processingTimeout = ({ method }: Request): RequestRefusal => ({
  status: 503,
  refusal: method === 'GET' || method === 'HEAD' ? new Unavailable(undefined) : new OutcomeUnknown(undefined),
})
