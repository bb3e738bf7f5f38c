import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, notPersonal, oneOf, personal, timestamps } from '#entities/base.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import type { OldProgram } from '../old-program.ts'
import type { PastAddress, PastOrderDetails, PastOrderItem } from './past-order-parts.ts'

export const PAST_ORDER_STATUSES = ['open', 'completed', 'canceled', 'refunded'] as const
export type PastOrderStatus = (typeof PAST_ORDER_STATUSES)[number]

/**
 * An order of the shop that was used before. It is only shown: it has no payments, no stock, no number of this shop, and no part in
 * statistics. Amounts are in minor units, as the old shop stated them. Null: the file did not state the amount.
 */
const PastOrderSchema = defineEntity({
  name: 'PastOrder',
  tableName: 'past_order',
  properties: {
    id: id('pord'),
    ...timestamps(),
    source: notPersonal(p.text().$type<OldProgram>()),
    /** In the old shop, such as `#1001`. Unique within the source. */
    number: personal(p.text(), { erasure: 'delete-row' }),
    /** Only of an account that an import has opened, because the e-mail address of another account may be unverified. */
    customer_id: p.text().nullable().index(),
    email: personal(p.text().nullable(), { contains: 'email' }),
    buyer_name: personal(p.text().nullable()),
    placed_at: p.datetime(3).index(),
    canceled_at: p.datetime(3).nullable(),
    /** Null for a status that only the old shop had. */
    status: oneOf(PAST_ORDER_STATUSES).nullable(),
    /** In the words of the old shop, such as `paid, fulfilled`. */
    old_status: notPersonal(p.text().nullable()),
    currency_code: notPersonal(p.text()),
    subtotal: amount().nullable(),
    discount_total: amount().nullable(),
    shipping_total: amount().nullable(),
    tax_total: amount().nullable(),
    total: amount(),
    refunded_total: amount().nullable(),
    items: personal(p.json<PastOrderItem[]>()),
    billing_address: personal(p.json<PastAddress>().nullable()),
    shipping_address: personal(p.json<PastAddress>().nullable()),
    details: personal(p.json<PastOrderDetails>()),
    /** The import that created the order. */
    batch_job_id: p.text().nullable().index(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
  },
})

export class PastOrder extends PastOrderSchema.class {}
PastOrderSchema.setClass(PastOrder)
