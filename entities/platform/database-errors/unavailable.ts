import { StorageFull, Unavailable } from '#entities/errors.ts'

/** Returns undefined unless the network, PostgreSQL or a disk caused the error. */
export function toUnavailableError(error: unknown): Unavailable | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (STORAGE_FULL_CODES.has(code)) return new StorageFull(error)
    if (UNAVAILABLE_CODES.has(code) || /^08(?!P01)/.test(code) || UNAVAILABLE_MESSAGE.test(cause.message))
      return new Unavailable(error)
  }
  return undefined
}

const STORAGE_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG'])

const UNAVAILABLE_CODES = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25006'],
  ...['53000', '53200', '53300', '53400', '58030'],
  ...['57014', '25P03', '25P04'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL'],
])

const UNAVAILABLE_MESSAGE =
  /^Connection terminated|^timeout exceeded when trying to connect$|^Client (has encountered a connection error|was closed) and is not queryable$|^Cannot use a pool after calling end on the pool$|^Query read timeout$/
