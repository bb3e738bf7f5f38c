import { NoRoom, Unavailable } from '#entities/errors.ts'

/**
 * What stands behind an error of the network, of PostgreSQL or of the file system, where something that the shop depends
 * on is away or has no room, and not the request or the shop is wrong; undefined elsewhere.
 */
export function toUnavailableError(error: unknown): Unavailable | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (FULL.has(code)) return new NoRoom(error)
    if (AWAY.has(code) || /^08(?!P01)/.test(code) || UNSAID.test(at.message)) return new Unavailable(error)
  }
  return undefined
}

/** PostgreSQL's disk, memory and locks; files. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG'])

const AWAY = new Set([
  // PostgreSQL is stopped, killed, starting, or has become a replica.
  ...['57P01', '57P02', '57P03', '57P05', '25006'],
  // It has too many connections, not enough memory, or cannot read its disk.
  ...['53000', '53200', '53300', '53400', '58030'],
  // A statement or a transaction took longer than it may.
  ...['57014', '25P03', '25P04'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL'],
])

/** What `pg` and its pool say without a code: the connection broke, or none was free in time. */
const UNSAID =
  /^Connection terminated|^timeout exceeded when trying to connect$|^Client (has encountered a connection error|was closed) and is not queryable$|^Cannot use a pool after calling end on the pool$|^Query read timeout$/
