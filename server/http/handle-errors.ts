import type { ErrorRequestHandler } from 'express'
import { DomainError, InvalidData, retryDelayOf, TooLarge } from '#entities/errors.ts'
import { toUnavailableError } from '#entities/platform/database-errors/unavailable.ts'
import { domainErrorBody, httpStatusOf, toTrpcError } from '#routers/errors/errors.ts'

/** Responds to errors outside of procedures, such as an unreadable body or an unknown path. */
export const handleErrors =
  (onFault: (error: unknown) => void): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const refusal = error instanceof DomainError ? error : (bodyParserError(error) ?? toUnavailableError(error))
    if (!refusal) onFault(error)
    if (res.headersSent) return void res.destroy()
    const delay = retryDelayOf(refusal)
    if (delay) res.set('Retry-After', String(delay))
    res.status(refusal ? httpStatusOf(toTrpcError(refusal)) : 500).json(domainErrorBody(refusal))
  }

/** Names an error of Express, which has a status, as the caller should see it. */
export const errorOfRequest = (error: unknown): unknown => bodyParserError(error) ?? error

function bodyParserError(error: unknown): DomainError | undefined {
  if (error instanceof URIError) return new InvalidData('The path is not a valid URI')
  const status = (error as { status?: number } | null)?.status
  if (status === 413) return new TooLarge()
  return status !== undefined && status >= 400 && status < 500
    ? new InvalidData('The body could not be read. Send complete JSON in UTF-8.')
    : undefined
}
