import { defineEntity, p } from '@mikro-orm/postgresql'
import { columnsOf, defineResource, field, id, notPersonal, ProductVariant, timestamps } from 'cartwright'

export const fields = {
  variant: { is_digital: field.boolean({ default: false, writableBy: ['admin'], isUnpacked: true }) },
}

const DigitalKeySchema = defineEntity({
  name: 'DigitalKey',
  tableName: 'digital_key',
  properties: {
    id: id('key'),
    ...timestamps(),
    variant_id: p.text(),
    code: notPersonal(p.text()),
    /** The line, the order and the buyer. Null until the key is sold. A swap has no order. */
    item_id: p.text().nullable(),
    order_id: p.text().nullable(),
    customer_id: p.text().nullable(),
    revoked_at: p.datetime(3).nullable(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
  },
})

export class DigitalKey extends DigitalKeySchema.class {}
DigitalKeySchema.setClass(DigitalKey)

export const DigitalKeyResource = defineResource({
  name: 'DigitalKey',
  entity: DigitalKey,
  columns: columnsOf(DigitalKey),
})
