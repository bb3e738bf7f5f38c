import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, double, flag, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { Currency } from '../currency/currency.ts'
import { FulfillmentProvider } from '../shipping/fulfillment-provider.ts'
import { TaxProvider } from '../tax/tax-provider.ts'
import { TaxRate } from '../tax/tax-rate.ts'
import { Country } from './country.ts'
import { PaymentProvider } from './payment-provider.ts'

const RegionSchema = defineEntity({
  name: 'Region',
  tableName: 'region',
  properties: {
    id: id('reg'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: translated(p.text()),
    currency_code: p.text(),
    /** Tax rate in percent. */
    tax_rate: double(),
    tax_code: p.text().nullable(),
    gift_cards_taxable: flag(true),
    automatic_taxes: flag(true),
    includes_tax: flag(false),
    tax_provider_id: p.text().nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    tax_provider: () => p.manyToOne(TaxProvider).joinColumn('tax_provider_id').persist(false).nullable(),
    countries: () => p.oneToMany(Country).mappedBy('region').orderBy({ iso_2: 'asc' }),
    tax_rates: () => p.oneToMany(TaxRate).mappedBy('region').orderBy({ created_at: 'asc', id: 'asc' }),
    payment_providers: () =>
      p
        .manyToMany(PaymentProvider)
        .pivotTable('region_payment_providers')
        .joinColumn('region_id')
        .inverseJoinColumn('provider_id')
        .orderBy({ id: 'asc' }),
    fulfillment_providers: () =>
      p
        .manyToMany(FulfillmentProvider)
        .pivotTable('region_fulfillment_providers')
        .joinColumn('region_id')
        .inverseJoinColumn('provider_id')
        .orderBy({ id: 'asc' }),
  },
  filters: alive,
})

export class Region extends RegionSchema.class {
  update(changes: Changes<Region>): void {
    assertValidTaxRate(changes.tax_rate)
    applyChanges<Region>(this, changes)
  }
}
RegionSchema.setClass(Region)

export function assertValidTaxRate(rate: number | null | undefined): void {
  // Medusa v1 has this message, although the rate is a percentage.
  if (rate != null && (rate < 0 || rate > 100))
    throw new InvalidData('The tax_rate must be between 0 and 1')
      .about('tax_rate')
      .because({ name: 'tax_rate_out_of_range' })
}
