import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, metadata, timestamps } from '#entities/base.ts'
import { Currency } from '../currency/currency.ts'
import { SalesChannel } from '../sales-channel/sales-channel.ts'

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
    default_currency_code: p.text(),
    default_sales_channel_id: p.text(),
    default_location_id: p.text().nullable(),
    swap_link_template: p.text().nullable(),
    payment_link_template: p.text().nullable(),
    invite_link_template: p.text().nullable(),
    inventory_enabled: flag(false),
    /** Whether a completion needs a shipping method if customers can choose one. `REQUIRE_SHIPPING` sets it. */
    requires_shipping: flag(true),
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

type LinkTemplate = (typeof LINK_TEMPLATES)[number]

export class Store extends StoreSchema.class {
  /** Returns the first template of links that the changes would change. */
  changedLinkTemplate(changes: { [Name in LinkTemplate]?: string | null | undefined }): LinkTemplate | undefined {
    return LINK_TEMPLATES.find((name) => changes[name] !== undefined && changes[name] !== this[name])
  }
}
StoreSchema.setClass(Store)
