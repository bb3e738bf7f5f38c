import type { Request, RequestHandler, Response } from 'express'
import type { RequestBounds } from '#server/settings/bounds.ts'
import { isMultipart } from '../multipart-form.ts'

interface BodyReaders {
  bounds: RequestBounds
  /** Returns whether the caller is a user of the administration. */
  isUser(req: Request, res: Response): Promise<boolean>
  /** Reads a body with the limit of all callers. */
  usual: RequestHandler
  /** Reads a body with the limit of users. */
  large: RequestHandler
}

/**
 * Lets users send larger bodies than other callers. The caller is known before the body is read. A body without a declared length
 * has the usual limit.
 */
export const readBodyOfCaller =
  ({ bounds, isUser, usual, large }: BodyReaders): RequestHandler =>
  async (req, res, next) => {
    const length = Number(req.headers['content-length'] ?? 0)
    const mayBeLarge = length > bounds.bytes && length <= bounds.adminBytes && !isMultipart(req)
    const read = mayBeLarge && (await isUser(req, res)) ? large : usual
    return read(req, res, next)
  }
