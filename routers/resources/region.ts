import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'

export const CurrencyResource = resource('Currency', {
  code: z.string(),
  symbol: z.string(),
  symbol_native: z.string(),
  name: z.string(),
  includes_tax: z.boolean(),
})

export const CountryResource = resource(
  'Country',
  {
    id: z.int(),
    iso_2: z.string(),
    iso_3: z.string(),
    num_code: z.int(),
    name: z.string(),
    display_name: z.string(),
    region_id: z.string().nullable(),
  },
  {
    get region(): ToOne<RegionView> {
      return toOne(RegionResource)
    },
  },
)

export const PaymentProviderResource = resource('PaymentProvider', { id: z.string(), is_installed: z.boolean() })
export const FulfillmentProviderResource = resource('FulfillmentProvider', {
  id: z.string(),
  is_installed: z.boolean(),
})
export const TaxProviderResource = resource('TaxProvider', { id: z.string(), is_installed: z.boolean() })

export const taxRateColumns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  rate: z.number().nullable(),
  code: z.string().nullable(),
  name: z.string(),
  region_id: z.string(),
}

export const TaxRateResource = resource('TaxRate', taxRateColumns, {
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
})

export const RegionResource = resource(
  'Region',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    name: z.string(),
    currency_code: z.string(),
    tax_rate: z.number(),
    tax_code: z.string().nullable(),
    gift_cards_taxable: z.boolean(),
    automatic_taxes: z.boolean(),
    includes_tax: z.boolean(),
    tax_provider_id: z.string().nullable(),
  },
  {
    get currency(): ToOne<CurrencyView> {
      return toOne(CurrencyResource)
    },
    get tax_provider(): ToOne<TaxProviderView> {
      return toOne(TaxProviderResource)
    },
    get countries(): ToMany<CountryView> {
      return toMany(CountryResource)
    },
    get tax_rates(): ToMany<TaxRateView> {
      return toMany(TaxRateResource)
    },
    get payment_providers(): ToMany<PaymentProviderView> {
      return toMany(PaymentProviderResource)
    },
    get fulfillment_providers(): ToMany<FulfillmentProviderView> {
      return toMany(FulfillmentProviderResource)
    },
  },
)
export interface CurrencyView extends z.output<typeof CurrencyResource> {}
export interface CountryView extends z.output<typeof CountryResource> {}
export interface PaymentProviderView extends z.output<typeof PaymentProviderResource> {}
export interface FulfillmentProviderView extends z.output<typeof FulfillmentProviderResource> {}
export interface TaxProviderView extends z.output<typeof TaxProviderResource> {}
export interface TaxRateView extends z.output<typeof TaxRateResource> {}
export interface RegionView extends z.output<typeof RegionResource> {}
