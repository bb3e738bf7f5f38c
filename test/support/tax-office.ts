import type { ProvidedTaxes, TaxProvider, TaxRequest } from '#entities/market/tax/tax-port.ts'

export interface TaxOffice extends TaxProvider {
  /** The requests, oldest first. */
  requests: TaxRequest[]
  /** Replaces the next answers. */
  answer: TaxProvider['getTaxLines']
  reset(): void
}

/** A tax provider with one rate for all goods. */
export function taxOffice({ id = 'tax-office', timeoutMs = 10_000 } = {}): TaxOffice {
  const office: TaxOffice = {
    id,
    timeoutMs,
    requests: [],
    answer: async (request) => taxesOf(request, 8),
    async getTaxLines(request, options) {
      office.requests.push(request)
      return office.answer(request, options)
    },
    reset: () => Object.assign(office, { requests: [], answer: async (request: TaxRequest) => taxesOf(request, 8) }),
  }
  return office
}

/** Taxes all goods of the request with one rate. */
export const taxesOf = ({ lines, shipping_methods }: TaxRequest, rate: number): ProvidedTaxes =>
  Object.fromEntries([...lines, ...shipping_methods].map((good) => [good.id, [{ rate, name: 'City', code: 'city' }]]))
