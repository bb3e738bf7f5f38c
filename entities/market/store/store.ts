import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, metadata, notPersonal, timestamps } from '#entities/base.ts'
import { Currency } from '../currency/currency.ts'
import { SalesChannel } from '../sales-channel/sales-channel.ts'

/** The seller, as invoices show it. */
export const SELLER = [
  'company',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'province',
  'country_code',
  'vat_id',
  'email',
  'phone',
] as const

/** The templates of links in mails. The links contain tokens, and reach customers in the name of the shop. */
export const LINK_TEMPLATES = ['swap_link_template', 'payment_link_template', 'invite_link_template'] as const

/** The table has exactly one row. */
const StoreSchema = defineEntity({
  name: 'Store',
  tableName: 'store',
  properties: {
    id: id('store'),
    ...timestamps(),
    ...metadata(),
    name: p.text(),
    /** The legal name of the seller. */
    company: p.text().nullable(),
    address_1: notPersonal(p.text().nullable()),
    address_2: notPersonal(p.text().nullable()),
    postal_code: p.text().nullable(),
    city: p.text().nullable(),
    province: p.text().nullable(),
    /** In lower case, like the countries of regions. */
    country_code: p.text().nullable(),
    vat_id: p.text().nullable(),
    email: notPersonal(p.text().nullable()),
    phone: notPersonal(p.text().nullable()),
    /** The file of the logo, a PNG, and its size in pixels. */
    logo_key: p.text().nullable(),
    logo_width: p.integer().nullable(),
    logo_height: p.integer().nullable(),
    default_currency_code: p.text(),
    default_sales_channel_id: p.text(),
    default_location_id: p.text().nullable(),
    swap_link_template: p.text().nullable(),
    payment_link_template: p.text().nullable(),
    invite_link_template: p.text().nullable(),
    inventory_enabled: flag(false),
    /** Whether a completion needs a shipping method if customers can choose one. `REQUIRE_SHIPPING` sets it. */
    requires_shipping: flag(true),
    /** Whether users without a second factor can only set one up. API tokens and keys work without one. */
    requires_second_factor: flag(false),
    /** A name of the IANA database. Null for the time zone of the configuration. */
    time_zone: p.text().nullable(),
    /** 1 for January to 12 for December. */
    fiscal_year_start_month: p.integer().onCreate(() => 1),
    /** The languages of texts, the default first. Empty: all texts are in one language, which has no name. */
    languages: p.array().onCreate(() => []),
    /** The next language for a text that a language lacks, by language. Without one, `de-AT` continues with `de`. */
    language_fallbacks: p.json<Record<string, string>>().onCreate(() => ({})),
    /** Steps of the setup that the merchant does not need. */
    skipped_setup_steps: p.array().onCreate(() => []),
    default_currency: () => p.manyToOne(Currency).joinColumn('default_currency_code').persist(false).nullable(),
    default_sales_channel: () =>
      p.manyToOne(SalesChannel).joinColumn('default_sales_channel_id').persist(false).nullable(),
    currencies: () =>
      p
        .manyToMany(Currency)
        .pivotTable('store_currencies')
        .joinColumn('store_id')
        .inverseJoinColumn('currency_code')
        .orderBy({ code: 'asc' }),
  },
})

/** Only administrators change these columns. */
const PROTECTED = [...LINK_TEMPLATES, 'requires_second_factor'] as const

export class Store extends StoreSchema.class {
  /** Returns the first column of these changes that only administrators change. */
  changedProtectedField(
    changes: {
      [Name in (typeof PROTECTED)[number]]?: string | boolean | null | undefined
    },
  ): (typeof PROTECTED)[number] | undefined {
    return PROTECTED.find((name) => changes[name] !== undefined && changes[name] !== this[name])
  }
}
StoreSchema.setClass(Store)
