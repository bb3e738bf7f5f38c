import { type TRPCDefaultErrorShape, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { ZodError } from 'zod'
import { DomainError, type ErrorKind, type FieldError, InvalidData, TooLarge } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { FaultyValidation } from '#entities/platform/field/value-schema.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'
import { fieldErrorsOf, formatInputErrors } from './input-errors.ts'

export type { ImportReasons } from '#entities/catalogue/import-export/import-reasons.ts'
export type { BrokenRule } from '#entities/errors.ts'
export type { OpenBusiness, RefusalReason, RefusalReasons } from '#entities/refusal-reasons.ts'

/** Body of a REST error, and a part of `error.data` of a tRPC error. */
export interface ErrorBody {
  code?: string
  type: ErrorKind | 'unknown_error'
  message: string
  errors?: DomainError['errors']
}

const TRPC_CODES = {
  invalid_data: 'BAD_REQUEST',
  not_allowed: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  conflict: 'CONFLICT',
  duplicate_error: 'UNPROCESSABLE_CONTENT',
  payment_authorization_error: 'UNPROCESSABLE_CONTENT',
  too_many_requests: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorKind, TRPCError['code']>

/** Returns undefined for an internal error. */
export function domainErrorOf(error: TRPCError): DomainError | undefined {
  const { cause } = error
  if (cause instanceof DomainError) return cause
  if (cause instanceof ZodError) return error.code === 'BAD_REQUEST' ? inputError(cause) : undefined
  if (cause instanceof FaultyValidation) return undefined
  if (error.code === 'NOT_FOUND' && cause === undefined) return new DomainError('not_found', error.message)
  if (error.code === 'PAYLOAD_TOO_LARGE') return new TooLarge()
  if (getHTTPStatusCodeFromError(error) < 500) return unreadableCallError()
  return toDomainError(cause)
}

export function inputError(error: ZodError): InvalidData {
  const refusal = new InvalidData(formatInputErrors(error))
  refusal.fields = fieldErrorsOf(error)
  return refusal
}

export const unreadableCallError = () =>
  new InvalidData('The tRPC call could not be read. Check its method, its input and the number of calls in the batch.')

export function toTrpcError(refusal: DomainError): TRPCError {
  const code = refusal instanceof TooLarge ? 'PAYLOAD_TOO_LARGE' : TRPC_CODES[refusal.kind]
  return new TRPCError({ code, message: refusal.message, cause: refusal })
}

export function httpStatusOf(error: TRPCError): number {
  const refusal = domainErrorOf(error)
  return refusal ? getHTTPStatusCodeFromError(toTrpcError(refusal)) : 500
}

export const restErrorBody = (error: TRPCError): ErrorBody => domainErrorBody(domainErrorOf(error))

interface TrpcErrorBody extends ErrorBody {
  /** The parts of the input that the error is about. */
  fields: readonly FieldError[]
  /** The reason that clients can translate. */
  reason?: RefusalReason
}

function trpcErrorBody(error: TRPCError): TrpcErrorBody {
  const refusal = domainErrorOf(error)
  const reason = refusal?.reason
  return { ...domainErrorBody(refusal), fields: refusal?.fields ?? [], ...(reason ? { reason } : {}) }
}

/** The error of a tRPC response. */
export function formatTrpcError({ shape, error }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  const body = trpcErrorBody(error)
  const { httpStatus, path } = shape.data
  return { ...shape, message: body.message, data: { ...body, httpStatus, path } }
}

/** Undefined means an internal error. Its body contains no stack, SQL or input. */
export function domainErrorBody(refusal: DomainError | undefined): ErrorBody {
  if (!refusal) return { code: 'unknown_error', type: 'unknown_error', message: 'An unknown error occurred.' }
  return {
    ...(refusal.code ? { code: refusal.code } : {}),
    type: refusal.kind,
    message: refusal.message,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
  }
}
