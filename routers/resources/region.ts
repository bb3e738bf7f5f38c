import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { Region } from '#entities/market/region/region.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { TaxProvider } from '#entities/market/tax/tax-provider.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'

export const CurrencyResource = defineResource({
  name: 'Currency',
  entity: Currency,
  columns: columnsOf(Currency, { omit: ['decimal_digits'] }),
})

const country = defineResource({
  name: 'Country',
  entity: Country,
  columns: columnsOf(Country),
  relations: () => ({ region: toOne(RegionResource) }),
})
export interface CountryView extends RowOf<typeof country> {}
export const CountryResource: Resource<CountryView> = country

export const PaymentProviderResource = defineResource({
  name: 'PaymentProvider',
  entity: PaymentProvider,
  columns: columnsOf(PaymentProvider),
})

export const FulfillmentProviderResource = defineResource({
  name: 'FulfillmentProvider',
  entity: FulfillmentProvider,
  columns: columnsOf(FulfillmentProvider),
})

export const TaxProviderResource = defineResource({
  name: 'TaxProvider',
  entity: TaxProvider,
  columns: columnsOf(TaxProvider),
})

const taxRate = defineResource({
  name: 'TaxRate',
  entity: TaxRate,
  columns: columnsOf(TaxRate),
  relations: () => ({ region: toOne(RegionResource) }),
})
interface TaxRateView extends RowOf<typeof taxRate> {}
const TaxRateResource: Resource<TaxRateView> = taxRate

const region = defineResource({
  name: 'Region',
  entity: Region,
  fields: 'region',
  columns: columnsOf(Region),
  occasional: shownTranslations,
  relations: () => ({
    currency: toOne(CurrencyResource),
    tax_provider: toOne(TaxProviderResource),
    countries: toMany(CountryResource),
    tax_rates: toMany(TaxRateResource),
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  }),
})
export interface RegionView extends RowOf<typeof region> {}
export const RegionResource: Resource<RegionView> = region
