import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from './support/shop.ts'

/* The constraints of the database that protect it from errors in the code. */

let shop: TestShop
/** The ids that a statement can use as `:name`. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 3 })
  const discount = await shop.given.discount(region, {}, { usage_limit: 1 })
  const card = await shop.given.giftCard(region, 500)
  const order = await shop.given.order({ region, lines: [[variant, 2]] })
  const cart = await shop.given.payableCart({ region, lines: [[variant, 1]] })
  const named: Record<string, Identified> = {
    ...{ region, variant, discount, card, order, cart },
    ordered: { id: order.cart_id },
    customer: { id: order.customer_id },
    line: cart.items[0],
    item: order.items[0],
    session: cart.payment_session,
    payment: order.payments[0],
  }
  for (const [name, { id }] of Object.entries(named)) ids[name] = id
})
afterAll(() => shop[Symbol.asyncDispose]())

const execute = (sql: string) =>
  shop.orm.em.fork().execute(sql.replaceAll(/:(\w+)\b/g, (_, name) => `'${ids[name] ?? name}'`))

const insertOrder = `insert into "order" (id, created_at, updated_at, status, fulfillment_status, payment_status, cart_id,
  customer_id, email, region_id, currency_code) values ('order_2', now(), now(), 'pending', 'not_fulfilled', 'awaiting',
  :ordered, :customer, 'a@example.com', :region, 'eur')`
const insertPayment = `insert into payment (id, created_at, updated_at, cart_id, amount, amount_refunded, currency_code,
  provider_id, data) values ('pay_2', now(), now(), :ordered, 1, 0, 'eur', 'manual', '{}')`
const insertSession = `insert into payment_session (id, created_at, updated_at, cart_id, provider_id, is_selected,
  is_initiated, status, data, amount) values ('ps_2', now(), now(), :cart, 'other', true, false, 'pending', '{}', 1)`
const paymentAttempt = (
  id: string,
  status: string,
) => `insert into payment_attempt (id, created_at, updated_at, cart_id,
  session_id, provider_id, amount, currency_code, contents, status, data) values ('${id}', now(), now(), :cart, :session,
  'manual', 1, 'eur', '', '${status}', '{}')`

const orderedLine = (set: string) => `update line_item set ${set} where order_id = :order`
const fulfillment = (order: string, shipped: string, canceled: string) => `insert into fulfillment (id, created_at,
  updated_at, order_id, provider_id, tracking_numbers, data, shipped_at, canceled_at)
  values ('ful_1', now(), now(), ${order}, 'manual', '[]', '{}', ${shipped}, ${canceled})`
const emptyClaim = `insert into claim_order (id, created_at, updated_at, type, payment_status, fulfillment_status, order_id)
  values ('claim_1', now(), now(), 'replace', 'na', 'not_fulfilled', :order)`
const swap = (
  set: string,
) => `insert into swap (id, created_at, updated_at, fulfillment_status, payment_status, order_id,
  allow_backorder, confirmed_at, canceled_at) values ('swap_1', now(), now(), 'not_fulfilled', 'not_paid', :order, false, ${set})`
const claimReturn = (
  id: string,
) => `insert into return (id, created_at, updated_at, status, claim_order_id, refund_amount)
  values ('${id}', now(), now(), 'requested', 'claim_1', 0)`

const swapReturn = (id: string) => `insert into return (id, created_at, updated_at, status, swap_id, refund_amount)
  values ('${id}', now(), now(), 'requested', 'swap_1', 0)`
const swapPayment = (id: string) => `insert into payment (id, created_at, updated_at, order_id, swap_id, amount,
  amount_refunded, currency_code, provider_id, data) values ('${id}', now(), now(), :order, 'swap_1', 1, 0, 'eur', 'manual',
  '{}')`
const refund = (
  amount: number,
) => `insert into refund (id, created_at, updated_at, order_id, payment_id, amount, reason,
  status) values ('ref_1', now(), now(), :order, :payment, ${amount}, 'other', 'settled')`
const collectionAttempt = (
  id: string,
) => `insert into payment_attempt (id, created_at, updated_at, payment_collection_id,
  session_id, provider_id, amount, currency_code, contents, status, data)
  values ('${id}', now(), now(), 'paycol_1', 'ps_1', 'manual', 1, 'eur', '', 'authorized', '{}')`

const orderEdit = (id: string, status: string) => `insert into order_edit (id, created_at, updated_at, order_id, status)
  values ('${id}', now(), now(), :order, '${status}')`
const itemChange = (type: string) => `${orderEdit('oe_1', 'created')};
  insert into order_item_change (id, created_at, updated_at, type, order_edit_id, line_item_id)
  values ('oic_1', now(), now(), '${type}', 'oe_1', :item)`
const paymentCollection = (
  authorized: number,
) => `insert into payment_collection (id, created_at, updated_at, type, status,
  amount, authorized_amount, region_id, currency_code, created_by)
  values ('paycol_1', now(), now(), 'order_edit', 'not_paid', 1, ${authorized}, :region, 'eur', 'usr_1')`

test.each([
  ['two open edits of an order', 'order_edit_open', `${orderEdit('oe_1', 'created')}; ${orderEdit('oe_2', 'created')}`],
  ['a confirmed edit without a time of confirmation', 'order_edit_state_check', orderEdit('oe_1', 'confirmed')],
  ['a removal that adds a line', 'order_item_change_type_check', itemChange('item_remove')],
  [
    'an authorized amount above the amount of its collection',
    'payment_collection_authorized_check',
    paymentCollection(2),
  ],
  [
    'a payment of both a cart and a collection',
    'payment_attempt_of_check',
    `${paymentCollection(0)}; ${paymentAttempt('patt_5', 'failed')};
      update payment_attempt set payment_collection_id = 'paycol_1' where id = 'patt_5'`,
  ],
  ['negative stock', 'product_variant_stock', 'update product_variant set inventory_quantity = -1 where id = :variant'],
  [
    'a new variant with negative stock',
    'product_variant_stock',
    `insert into product_variant (id, created_at, updated_at, title, product_id, inventory_quantity, allow_backorder,
      manage_inventory) select 'variant_2', now(), now(), 'x', product_id, -1, false, true
      from product_variant where id = :variant`,
  ],
  ['a negative price', 'money_amount_amount_check', 'update money_amount set amount = -1'],
  [
    'a discount of a fraction of a minor unit',
    'discount_rule_whole_amount',
    "update discount_rule set type = 'fixed', value = 1.5",
  ],
  ['a percentage with three decimals', 'discount_rule_two_decimals', 'update discount_rule set value = 12.345'],
  ['a discount of more than 100 %', 'discount_rule_check', 'update discount_rule set value = 101'],
  ['a second order of a cart', 'order_cart_id_idx', insertOrder],
  ['a second payment of a cart by the same provider', 'payment_cart_id_idx', insertPayment],
  ['a negative gift card balance', 'gift_card_check', 'update gift_card set balance = -1 where id = :card'],
  ['a gift card balance above its value', 'gift_card_check', 'update gift_card set balance = 501 where id = :card'],
  ['a use of a code above its limit', 'discount_check', 'update discount set usage_count = 2 where id = :discount'],
  [
    'a limit below the usage count',
    'discount_check',
    'update discount set usage_count = 1, usage_limit = 0 where id = :discount',
  ],
  ['a second selected session of a cart', 'payment_session_cart_id_idx', insertSession],
  [
    'a session whose selection is false',
    'payment_session_is_selected_check',
    'update payment_session set is_selected = false where id = :session',
  ],
  [
    'a selected payment session with a fixed amount',
    'payment_session_rest_check',
    'update payment_session set fixed_amount = 1 where id = :session',
  ],
  [
    'a payment session with a fixed amount of 0',
    'payment_session_fixed_amount_check',
    'update payment_session set fixed_amount = 0, is_selected = null where id = :session',
  ],
  [
    'a session with a negative amount',
    'payment_session_amount_check',
    'update payment_session set amount = -1 where id = :session',
  ],
  ['a line with quantity 0', 'line_item_quantity_check', 'update line_item set quantity = 0 where id = :line'],
  [
    'a line with a negative price',
    'line_item_unit_price_check',
    'update line_item set unit_price = -1 where id = :line',
  ],
  [
    'a refund above the payment',
    'payment_check',
    'update payment set amount_refunded = amount + 1 where id = :payment',
  ],
  [
    'a negative refunded amount',
    'payment_check',
    'update payment set captured_at = now(), amount_refunded = -1 where id = :payment',
  ],
  ['a refund of 0', 'refund_amount_check', refund(0)],
  [
    'an adjustment of both a discount and a plugin',
    'line_item_adjustment_origin_check',
    `insert into line_item_adjustment (id, item_id, description, discount_id, plugin, amount)
      values ('lia_1', :item, 'discount', :discount, 'wrap', 1)`,
  ],
  [
    'a refund of a payment that is not captured',
    'payment_refunded_check',
    'update payment set amount_refunded = 1 where id = :payment',
  ],
  [
    'a payment that is both captured and canceled',
    'payment_ended_check',
    'update payment set captured_at = now(), canceled_at = now() where id = :payment',
  ],
  [
    'a pending capture of a captured payment',
    'payment_capture_check',
    'update payment set captured_at = now(), capture_asked_at = now() where id = :payment',
  ],
  ['a fulfilled quantity above the quantity', 'line_item_fulfilled_check', orderedLine('fulfilled_quantity = 3')],
  ['a negative fulfilled quantity', 'line_item_fulfilled_check', orderedLine('fulfilled_quantity = -1')],
  [
    'a shipped quantity above the fulfilled one',
    'line_item_shipped_check',
    orderedLine('fulfilled_quantity = 1, shipped_quantity = 2'),
  ],
  [
    'a returned quantity above the fulfilled one',
    'line_item_returned_check',
    orderedLine('fulfilled_quantity = 1, returned_quantity = 2'),
  ],
  ['a negative shipped quantity', 'line_item_shipped_check', orderedLine('shipped_quantity = -1')],
  ['a negative returned quantity', 'line_item_returned_check', orderedLine('returned_quantity = -1')],
  [
    'two returns of a swap',
    'return_swap_id_idx',
    `${swap('null, null')}; ${swapReturn('ret_3')}; ${swapReturn('ret_4')}`,
  ],
  [
    'two payments of a swap',
    'payment_swap_id_idx',
    `${swap('null, null')}; ${swapPayment('pay_3')}; ${swapPayment('pay_4')}`,
  ],
  ['a confirmed swap without a difference', 'swap_confirmed_check', swap('now(), null')],
  ['a swap that is both canceled and confirmed', 'swap_canceled_check', swap('null, now()')],
  [
    'a payment of a swap without an order',
    'payment_of_swap_check',
    `${swap('null, null')};
    update payment set swap_id = 'swap_1', order_id = null where id = :payment`,
  ],
  ['a fulfillment without an order, swap or claim', 'fulfillment_of_check', fulfillment('null', 'null', 'null')],
  [
    'a fulfillment that is both shipped and canceled',
    'fulfillment_ended_check',
    fulfillment(':order', 'now()', 'now()'),
  ],
  [
    'a completed draft order without an order',
    'draft_order_paid_check',
    `insert into draft_order (id, created_at, updated_at, status) values ('dorder_1', now(), now(), 'completed')`,
  ],
  [
    'two returns of a claim',
    'return_claim_order_id_idx',
    `${emptyClaim}; ${claimReturn('ret_1')}; ${claimReturn('ret_2')}`,
  ],
  [
    'a second use of a gift card for an order',
    'gift_card_transaction_gift_card_id_order_id_idx',
    `${giftCardUse('gct_1', 1)}; ${giftCardUse('gct_2', 1)}`,
  ],
  ['a gift card transaction with a negative amount', 'gift_card_transaction_amount_check', giftCardUse('gct_3', -1)],
  [
    'two pending payments of a payment session',
    'payment_attempt_live',
    `${paymentAttempt('patt_1', 'started')}; ${paymentAttempt('patt_2', 'authorized')}`,
  ],
  [
    'two pending payments of a payment session of a collection',
    'payment_attempt_live',
    `${paymentCollection(0)}; ${collectionAttempt('patt_6')}; ${collectionAttempt('patt_7')}`,
  ],
  [
    'two completed payments of a payment session',
    'payment_attempt_completed',
    `${paymentAttempt('patt_3', 'completed')}; ${paymentAttempt('patt_4', 'completed')}`,
  ],
  [
    'a cart with an unknown payment attempt',
    'cart_payment_attempt_id_fkey',
    `update cart set payment_attempt_id = 'x' where id = :cart`,
  ],
  [
    'a replacement claim with a refund',
    'claim_order_refund_check',
    `insert into claim_order (id, created_at, updated_at, type, payment_status, fulfillment_status, order_id, refund_amount)
      values ('claim_2', now(), now(), 'replace', 'na', 'not_fulfilled', :order, 1)`,
  ],
  [
    'a shop without an administrator',
    'user_last_administrator',
    `update "user" set role = 'member' where role = 'admin'`,
  ],
  ['a shop whose last administrator is deleted', 'user_last_administrator', 'update "user" set deleted_at = now()'],
  [
    'a region with the provider "system"',
    'region_payment_providers_system_check',
    `insert into region_payment_providers (region_id, provider_id) values (:region, 'system')`,
  ],
  [
    'a payment session with the provider "system"',
    'payment_session_system_check',
    `update payment_session set provider_id = 'system' where id = :session`,
  ],
  [
    'two categories with the same parent and rank',
    'product_category_parent_category_id_rank_key',
    `${category('pcat_1')}; ${category('pcat_2')}; set constraints all immediate`,
  ],
  ['a category whose parent is the category itself', 'product_category_check', category('pcat_3', 'pcat_3')],
])('the database rejects %s', async (_, constraint, sql) => {
  await expect(execute(sql)).rejects.toThrow(`constraint "${constraint}"`)
})

/** A claim of one item more than the fulfilled quantity. */
const insertClaim = `
  insert into claim_order (id, created_at, updated_at, type, payment_status, fulfillment_status, order_id)
  values ('claim_1', now(), now(), 'replace', 'na', 'not_fulfilled', :order);
  insert into claim_item (id, created_at, updated_at, claim_order_id, item_id, variant_id, reason, quantity)
  values ('citm_1', now(), now(), 'claim_1', :item, :variant, 'other', 1)`

test('a claim of more than the fulfilled quantity is refused', async () => {
  await expect(execute(insertClaim)).rejects.toThrow('come back than were fulfilled')
})

test('a return of more than the fulfilled quantity is refused', async () => {
  const returned = `
    insert into return (id, created_at, updated_at, status, order_id, refund_amount)
      values ('ret_1', now(), now(), 'requested', :order, 0);
    insert into return_item (return_id, item_id, quantity, is_requested) values ('ret_1', :item, 1, true)`
  await expect(execute(returned)).rejects.toThrow('come back than were fulfilled')
  const fulfilled = orderedLine('fulfilled_quantity = 1')
  const unfulfilled = orderedLine('fulfilled_quantity = 0')
  await expect(execute(`${fulfilled}; ${returned}; ${unfulfilled}`)).rejects.toThrow('come back than were fulfilled')
})

function category(id: string, parent?: string): string {
  return `insert into product_category (id, created_at, updated_at, name, description, handle, is_active, is_internal,
    rank, mpath, parent_category_id) values ('${id}', now(), now(), 'x', '', '${id}', true, false, 0, '${id}.',
    ${parent ? `'${parent}'` : 'null'})`
}

function giftCardUse(id: string, amount: number): string {
  return `insert into gift_card_transaction (id, created_at, gift_card_id, order_id, amount)
    values ('${id}', now(), :card, :order, ${amount})`
}

test('stock can be negative without inventory management or with backorders', async () => {
  const below = (setting: string) =>
    execute(`update product_variant set inventory_quantity = -1, ${setting} where id = :variant returning id`)
  expect(await below('manage_inventory = false')).toHaveLength(1)
  expect(await below('manage_inventory = true, allow_backorder = true')).toHaveLength(1)
  const owing = (quantity: number) =>
    execute(`update product_variant set inventory_quantity = ${quantity}, allow_backorder = false where id = :variant`)
  await expect(owing(-2)).rejects.toThrow('constraint "product_variant_stock"')
  await owing(-1)
  await owing(0)
})

test('a new payment attempt can follow an unsuccessful one', async () => {
  const statuses = ['declined', 'canceled', 'canceling', 'failed', 'started']
  for (const [i, status] of statuses.entries()) await execute(paymentAttempt(`patt_after_${i}`, status))
  expect(await execute('select from payment_attempt where cart_id = :cart')).toHaveLength(5)
})
