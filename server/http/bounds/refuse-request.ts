import type { TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { Request, Response } from 'express'
import { type DomainError, retryDelayOf } from '#entities/errors.ts'
import { domainErrorBody, type ErrorBody } from '#routers/errors/errors.ts'

export interface RequestRefusal {
  status: number
  refusal: DomainError
}

export function refuseRequest(req: Request, res: Response, { status, refusal }: RequestRefusal): void {
  const body = domainErrorBody(refusal)
  const delay = retryDelayOf(refusal)
  if (delay) res.set('Retry-After', String(delay))
  res
    .status(status)
    .json(/^\/trpc(?![^/?])/i.test(req.originalUrl) ? wrapInTrpcEnvelope(body, { status, refusal }) : body)
}

function wrapInTrpcEnvelope(body: ErrorBody, { status: httpStatus, refusal: { reason } }: RequestRefusal) {
  const code: TRPC_ERROR_CODE_NUMBER =
    httpStatus < 500 ? TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST : TRPC_ERROR_CODES_BY_KEY.INTERNAL_SERVER_ERROR
  return {
    error: { json: { message: body.message, code, data: { ...body, httpStatus, ...(reason ? { reason } : {}) } } },
  }
}
