import { fetchUncompressed, InvalidData, type ProvidedTaxes, type TaxProvider, type TaxRequest } from 'cartwright'
import { z } from 'zod'

const Answer = z.object({
  rates: z.array(z.object({ id: z.string(), rate: z.number(), name: z.string(), code: z.string().nullish() })),
})
const Refusal = z.object({ message: z.string() })

export const flatTaxService = ({ url, timeoutMs }: { url: string; timeoutMs: number }): TaxProvider => ({
  id: 'flat-tax-service',
  timeoutMs,
  async getTaxLines(request, { signal }) {
    const body = JSON.stringify(buildQuestion(request))
    const headers = { 'content-type': 'application/json' }
    const response = await fetchUncompressed(url, { method: 'POST', headers, body, signal })
    // The service answers 422 if it cannot tax the address. The customer must then change the address.
    if (response.status === 422) throw new InvalidData(Refusal.parse(await response.json()).message)
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`${url} answered ${response.status}`)
    }
    const { rates } = Answer.parse(await response.json())
    return groupById(rates)
  },
})

/** Sends no street and no customer. `kind` is the first tax code that the shop has for the goods. */
function buildQuestion({ currency_code, shipping_address, lines, shipping_methods }: TaxRequest) {
  const { country_code, province, postal_code, city } = shipping_address ?? {}
  return {
    currency: currency_code,
    address: { country: country_code, province, postal_code, city },
    goods: [...lines, ...shipping_methods].map(({ id, amount, includes_tax, rates }) => ({
      id,
      amount,
      includes_tax,
      kind: rates[0]?.code ?? null,
    })),
  }
}

function groupById(rates: z.output<typeof Answer>['rates']): ProvidedTaxes {
  const ids = new Set(rates.map(({ id }) => id))
  return Object.fromEntries(Array.from(ids, (id) => [id, rates.filter((rate) => rate.id === id)]))
}
