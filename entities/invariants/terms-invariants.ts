import { findWrongReplacements } from '#entities/orders/claim/wrong-replacements.ts'
import { findWrongDifferences } from '#entities/orders/order/edited-orders.ts'
import type { Invariant } from './invariant.ts'

/** Imported orders have no stored terms. */
const SHARES = `
  agreed_discount d
    join discount on discount.id = d.discount_id join discount_rule r on r.id = discount.rule_id
    join line_item li on li.order_id = d.order_id
    join line_item_adjustment a on a.item_id = li.id and a.discount_id = d.discount_id`

/** The adjustments of plugins lower the base of a discount, and other discounts can limit it. */
const IS_ONLY_ADJUSTMENT = `
  not exists (select from line_item_adjustment other where other.item_id = li.id and other.id <> a.id)`

/** Sold goods keep the terms of their sale. */
export const TERMS_INVARIANTS: Record<string, Invariant> = {
  'difference-drift': {
    violation: 'The difference of an edited order differs from its cost less its payments',
    find: async (query) => (await findWrongDifferences(query)).map(({ id }) => id),
  },
  'replacement-value-drift': {
    violation: 'The value of the replacements of a claim differs from the paid value of the claimed items',
    find: findWrongReplacements,
  },
  'fractional-discount': {
    violation: 'The share of a line in a discount is not a whole number of minor units',
    sql: `select li.id from ${SHARES} where a.amount <> floor(a.amount)`,
  },
  'discounted-too-much': {
    violation: 'The discounts of a line exceed its price',
    sql: `
      select li.id from line_item li join line_item_adjustment a on a.item_id = li.id
      where li.order_id is not null group by li.id having sum(a.amount) > li.unit_price * li.quantity`,
  },
  'fixed-discount-exceeded': {
    violation: 'The shares of the lines of an order in a fixed discount exceed its value of the sale',
    sql: `
      select d.order_id as id from ${SHARES}
      where r.type = 'fixed' and d.allocation is distinct from 'item'
      group by d.order_id, d.discount_id, d.value having sum(a.amount) > d.value`,
  },
  'discount-rate-drift': {
    violation: 'The share of a line in a discount differs from the terms of the sale',
    sql: `
      select li.id from ${SHARES}
      where not li.includes_tax and r.buy_get is null and ${IS_ONLY_ADJUSTMENT} and a.amount <> case
        when r.type = 'percentage' then floor(li.unit_price * li.quantity * d.value::numeric / 100 + 0.5)
        when d.allocation = 'item' then least(li.unit_price, d.value) * li.quantity
        else a.amount end`,
  },
}
