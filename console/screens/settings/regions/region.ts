import type { RouterOutputs } from '#client/index.ts'
import type { Entered } from '#console/components/form/entered.ts'

export type Region = RouterOutputs['admin']['regions']['get']['region']

/** The values of the form of a region. */
export interface RegionValues {
  name: string
  currency_code: string
  countries: string[]
  payment_providers: string[]
  fulfillment_providers: string[]
  tax_rate: Entered<number>
  tax_code: string
  tax_provider_id: string | null
  automatic_taxes: boolean
  gift_cards_taxable: boolean
  includes_tax: boolean
}
