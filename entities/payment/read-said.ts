import { Conflict } from '../errors.ts'
import type { Said } from './payment-port.ts'

const STATUSES = new Set(['authorized', 'pending', 'requires_more', 'error', 'canceled'])

/**
 * What a provider says of a payment, which is the program of somebody else and may say anything.
 * @throws Conflict where that means nothing: what became of the payment is open.
 */
export function readSaid(answer: unknown): Said {
  const { status, data } = (answer ?? {}) as Partial<Said>
  const isKept = typeof data === 'object' && data !== null && !Array.isArray(data) && canBeKept(data)
  if (!status || !STATUSES.has(status) || !isKept)
    throw new Conflict(new Error('The payment provider answered nonsense'))
  return { status, data }
}

/** PostgreSQL keeps no character 0 in JSON, and no JSON has circles. */
function canBeKept(data: object): boolean {
  try {
    return !JSON.stringify(data).includes('\\u0000')
  } catch {
    return false
  }
}
