import { AsyncLocalStorage } from 'node:async_hooks'
import type { Request, RequestHandler } from 'express'
import { InvalidData, OutcomeUnknown, Unavailable } from '#entities/errors.ts'
import { carriesForm } from '#server/incoming-form.ts'
import { type Refused, refuse } from './refuse.ts'

/** Works for a request as long as that has time. */
export interface Worker {
  /** Stops what it is doing, where it is doing it for this request. */
  stopFor(deadline: Deadline): void
}

/** The time of one request. */
export class Deadline {
  readonly #workers = new Set<Worker>()
  isOver = false

  /** `worker` works for the request from now on; it is stopped when the time is over. */
  engage(worker: Worker): void {
    this.#workers.add(worker)
  }

  end(): void {
    this.isOver = true
    for (const worker of this.#workers) worker.stopFor(this)
  }
}

const current = new AsyncLocalStorage<Deadline>()

/** That of the request for which this is running; jobs and commands have none. */
export const currentDeadline = (): Deadline | undefined => current.getStore()

/** Runs what is done for the request. */
export const until = <T>(deadline: Deadline, work: () => T): T => current.run(deadline, work)

/** How long what was stopped may take to say so itself. */
const GRACE = 1000

/**
 * Ends requests whose answer has not begun after these milliseconds: their statements are canceled, and nothing of them is
 * committed from then on. 503, or 408 where the request itself has not come. Forms of files take the time that they take.
 */
export const endLateRequests =
  (milliseconds: number): RequestHandler =>
  (req, res, next) => {
    if (carriesForm(req)) return next()
    const deadline = new Deadline()
    const answer = () => {
      if (res.headersSent || res.writableEnded) return
      res.set('Connection', 'close')
      refuse(req, res, req.complete ? tooSlow(req) : cameTooSlowly())
    }
    let timer = setTimeout(() => {
      if (res.headersSent) return
      deadline.end()
      timer = setTimeout(answer, req.complete ? GRACE : 0)
    }, milliseconds)
    res.once('close', () => clearTimeout(timer))
    until(deadline, next)
  }

const cameTooSlowly = (): Refused => ({ status: 408, refusal: new InvalidData('The request took too long to arrive') })

/** A commit that was sent before may still be done. */
const tooSlow = ({ method }: Request): Refused => ({
  status: 503,
  refusal: method === 'GET' || method === 'HEAD' ? new Unavailable(undefined) : new OutcomeUnknown(undefined),
})
