import type { RequestHandler } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { refuseRequest } from './refuse-request.ts'

/** No body is decompressed, so a request does not reach the decoders of Node before its caller is known. */
export const refuseEncodedBodies: RequestHandler = (req, res, next) => {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') next()
  else
    refuseRequest(req, res, {
      status: 415,
      refusal: new InvalidData('The body must not be compressed. Send it without Content-Encoding.'),
    })
}
