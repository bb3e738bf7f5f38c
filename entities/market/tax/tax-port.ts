import type { TaxLine } from './tax.ts'

/** The goods of a cart, without its id. Equal requests get the same answer for some minutes. */
export interface TaxRequest {
  region_id: string
  tax_code: string | null
  currency_code: string
  /** Null for a guest. */
  customer_id: string | null
  shipping_address: TaxAddress | null
  lines: readonly TaxableLine[]
  shipping_methods: readonly TaxableShippingMethod[]
}

export interface TaxAddress {
  company: string | null
  address_1: string | null
  address_2: string | null
  city: string | null
  province: string | null
  postal_code: string | null
  /** ISO 3166-1 alpha-2 in lower case. */
  country_code: string | null
}

interface Taxable {
  /** Names the line or the method in the answer. It is not an id of the shop. */
  id: string
  /** In minor units, after discounts. It contains tax if `includes_tax` is true. */
  amount: number
  includes_tax: boolean
  /** The rates of the shop. Their codes can name the kinds of goods. */
  rates: readonly TaxLine[]
}

export interface TaxableLine extends Taxable {
  product_id: string
  variant_id: string
  quantity: number
}

export interface TaxableShippingMethod extends Taxable {
  shipping_option_id: string
}

export interface ProvidedTaxLine {
  /** In percent, from 0 to 100. */
  rate: number
  name: string
  code?: string | null | undefined
}

/** The tax lines of each line and shipping method by `id`. A line without tax has an empty list. */
export type ProvidedTaxes = Readonly<Record<string, readonly ProvidedTaxLine[]>>

/**
 * Computes the tax rates of carts in the regions whose `tax_provider_id` is its `id`. The shop calls it outside of
 * transactions.
 */
export interface TaxProvider {
  readonly id: string
  /** The timeout of a request, in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number
  /**
   * Must not change anything, because the shop repeats and discards requests.
   * @throws DomainError if the cart cannot be sold, for example because its address does not exist. The completion then
   * fails with this error. After any other error the shop uses its own rates.
   */
  getTaxLines(request: TaxRequest, options: { signal: AbortSignal }): Promise<ProvidedTaxes>
}

export type TaxProviders = ReadonlyMap<string, TaxProvider>
