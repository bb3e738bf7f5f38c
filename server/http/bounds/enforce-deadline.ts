import type { Request, RequestHandler } from 'express'
import { InvalidData, OutcomeUnknown, Unavailable } from '#entities/errors.ts'
import { Deadline, runWithDeadline } from '#server/base/deadline.ts'
import { isMultipart } from '../multipart-form.ts'
import { type RequestRefusal, refuseRequest } from './refuse-request.ts'

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
