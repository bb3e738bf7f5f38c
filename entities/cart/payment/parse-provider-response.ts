import { Conflict } from '#entities/errors.ts'
import type { PaymentData, ProviderResponse } from './payment-port.ts'

const STATUSES = new Set(['authorized', 'pending', 'requires_more', 'error', 'canceled'])

/** @throws Conflict for an invalid response, since the payment may have been made. */
export function parseProviderResponse(response: unknown): ProviderResponse {
  const { status, data } = (response ?? {}) as Partial<ProviderResponse>
  const storableData =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? toStorableData(data) : undefined
  if (!status || !STATUSES.has(status) || !storableData)
    throw new Conflict(new Error('The payment provider returned an invalid response')).because({
      name: 'provider_failed',
    })
  return { status, data: storableData }
}

export function parseInitiationResponse(response: unknown): ProviderResponse {
  const { status, data } = (response ?? {}) as Partial<ProviderResponse>
  return parseProviderResponse({ status: status ?? 'pending', data })
}

/** Returns undefined for cyclic data, and for text with the character 0, which PostgreSQL cannot store. */
function toStorableData(data: object): PaymentData | undefined {
  try {
    const json = JSON.stringify(data)
    return json.includes('\\u0000') ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}
