import type { RequestHandler } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { refuseRequest } from './refuse-request.ts'

export const refuseLongUrls =
  (characters: number): RequestHandler =>
  (req, res, next) => {
    if (req.originalUrl.length <= characters) next()
    else
      refuseRequest(req, res, {
        status: 414,
        refusal: new InvalidData('The URL is too long').because({ name: 'request_too_large' }),
      })
  }
