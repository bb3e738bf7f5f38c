import { Conflict } from '#entities/errors.ts'
import type { PaymentData, ProviderResponse } from './payment-port.ts'

const STATUSES = new Set(['authorized', 'pending', 'requires_more', 'error', 'canceled'])

/**
 * What a provider says of a payment, which is the program of somebody else and may say anything.
 * @throws Conflict where that means nothing: what became of the payment is open.
 */
export function parseProviderResponse(answer: unknown): ProviderResponse {
  const { status, data } = (answer ?? {}) as Partial<ProviderResponse>
  const kept = typeof data === 'object' && data !== null && !Array.isArray(data) ? toStorableData(data) : undefined
  if (!status || !STATUSES.has(status) || !kept)
    throw new Conflict(new Error('The payment provider returned an invalid response'))
  return { status, data: kept }
}

/**
 * The same of a payment that begins, or whose amount changes, which is pending where nothing else is said.
 * @throws as `readSaid`.
 */
export function parseInitiationResponse(answer: unknown): ProviderResponse {
  const { status, data } = (answer ?? {}) as Partial<ProviderResponse>
  return parseProviderResponse({ status: status ?? 'pending', data })
}

/** As JSON, which has no circles, and in which PostgreSQL keeps no character 0; undefined of what cannot be kept. */
function toStorableData(data: object): PaymentData | undefined {
  try {
    const json = JSON.stringify(data)
    return json.includes('\\u0000') ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}
