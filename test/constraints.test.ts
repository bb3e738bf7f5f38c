import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from './support/factories.ts'
import { openTestShop, type TestShop } from './support/shop.ts'

/* What PostgreSQL itself refuses, so that no code can do it, however wrong it is. */

let shop: TestShop
/** What a statement may name as `:name`. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 3 })
  const discount = await shop.given.discount(region, {}, { usage_limit: 1 })
  const card = await shop.given.giftCard(region, 500)
  const order = await shop.given.order({ region, lines: [[variant, 2]] })
  const cart = await shop.given.payableCart({ region, lines: [[variant, 1]] })
  const named: Json = { region, variant, discount, card, order, cart, ordered: { id: order.cart_id }, customer: {} }
  named.customer.id = order.customer_id
  named.line = cart.items[0]
  named.item = order.items[0]
  named.session = cart.payment_session
  named.payment = order.payments[0]
  for (const name in named) ids[name] = named[name].id
})
afterAll(() => shop[Symbol.asyncDispose]())

const execute = (sql: string) =>
  shop.orm.em.fork().execute(sql.replaceAll(/:(\w+)\b/g, (_, name) => `'${ids[name] ?? name}'`))

const anOrder = `insert into "order" (id, created_at, updated_at, status, fulfillment_status, payment_status, cart_id,
  customer_id, email, region_id, currency_code) values ('order_2', now(), now(), 'pending', 'not_fulfilled', 'awaiting',
  :ordered, :customer, 'a@example.com', :region, 'eur')`
const aPayment = `insert into payment (id, created_at, updated_at, cart_id, amount, amount_refunded, currency_code,
  provider_id, data) values ('pay_2', now(), now(), :ordered, 1, 0, 'eur', 'manual', '{}')`
const aSession = `insert into payment_session (id, created_at, updated_at, cart_id, provider_id, is_selected,
  is_initiated, status, data, amount) values ('ps_2', now(), now(), :cart, 'other', true, false, 'pending', '{}', 1)`
const anAttempt = (id: string, status: string) => `insert into payment_attempt (id, created_at, updated_at, cart_id,
  session_id, provider_id, amount, currency_code, contents, status, data) values ('${id}', now(), now(), :cart, :session,
  'manual', 1, 'eur', '', '${status}', '{}')`

const orderedLine = (set: string) => `update line_item set ${set} where order_id = :order`
const aParcel = (order: string, shipped: string, canceled: string) => `insert into fulfillment (id, created_at,
  updated_at, order_id, provider_id, tracking_numbers, data, shipped_at, canceled_at)
  values ('ful_1', now(), now(), ${order}, 'manual', '[]', '{}', ${shipped}, ${canceled})`
const anEmptyClaim = `insert into claim_order (id, created_at, updated_at, type, payment_status, fulfillment_status, order_id)
  values ('claim_1', now(), now(), 'replace', 'na', 'not_fulfilled', :order)`
const aSwap = (
  set: string,
) => `insert into swap (id, created_at, updated_at, fulfillment_status, payment_status, order_id,
  allow_backorder, confirmed_at, canceled_at) values ('swap_1', now(), now(), 'not_fulfilled', 'not_paid', :order, false, ${set})`
const aReturn = (id: string) => `insert into return (id, created_at, updated_at, status, claim_order_id, refund_amount)
  values ('${id}', now(), now(), 'requested', 'claim_1', 0)`

const aReturnOfSwap = (id: string) => `insert into return (id, created_at, updated_at, status, swap_id, refund_amount)
  values ('${id}', now(), now(), 'requested', 'swap_1', 0)`
const aPaymentOfSwap = (id: string) => `insert into payment (id, created_at, updated_at, order_id, swap_id, amount,
  amount_refunded, currency_code, provider_id, data) values ('${id}', now(), now(), :order, 'swap_1', 1, 0, 'eur', 'manual',
  '{}')`
const aRefund = (
  amount: number,
) => `insert into refund (id, created_at, updated_at, order_id, payment_id, amount, reason,
  status) values ('ref_1', now(), now(), :order, :payment, ${amount}, 'other', 'settled')`
const aPartUnderWay = (id: string) => `insert into payment_attempt (id, created_at, updated_at, payment_collection_id,
  session_id, provider_id, amount, currency_code, contents, status, data)
  values ('${id}', now(), now(), 'paycol_1', 'ps_1', 'manual', 1, 'eur', '', 'authorized', '{}')`

const anEdit = (id: string, status: string) => `insert into order_edit (id, created_at, updated_at, order_id, status)
  values ('${id}', now(), now(), :order, '${status}')`
const aChange = (type: string) => `${anEdit('oe_1', 'created')};
  insert into order_item_change (id, created_at, updated_at, type, order_edit_id, line_item_id)
  values ('oic_1', now(), now(), '${type}', 'oe_1', :item)`
const aCollection = (authorized: number) => `insert into payment_collection (id, created_at, updated_at, type, status,
  amount, authorized_amount, region_id, currency_code, created_by)
  values ('paycol_1', now(), now(), 'order_edit', 'not_paid', 1, ${authorized}, :region, 'eur', 'usr_1')`

test.each([
  ['two open edits of an order', 'order_edit_open', `${anEdit('oe_1', 'created')}; ${anEdit('oe_2', 'created')}`],
  ['an edit that is confirmed, nobody knows when', 'order_edit_state_check', anEdit('oe_1', 'confirmed')],
  ['a line that is removed and there', 'order_item_change_type_check', aChange('item_remove')],
  ['more collected than is due', 'payment_collection_authorized_check', aCollection(2)],
  [
    'a payment of both a cart and a collection',
    'payment_attempt_of_check',
    `${aCollection(0)}; ${anAttempt('patt_5', 'failed')};
      update payment_attempt set payment_collection_id = 'paycol_1' where id = 'patt_5'`,
  ],
  [
    'stock below nothing',
    'product_variant_stock',
    'update product_variant set inventory_quantity = -1 where id = :variant',
  ],
  [
    'a new variant with stock below nothing',
    'product_variant_stock',
    `insert into product_variant (id, created_at, updated_at, title, product_id, inventory_quantity, allow_backorder,
      manage_inventory) select 'variant_2', now(), now(), 'x', product_id, -1, false, true
      from product_variant where id = :variant`,
  ],
  ['a price below nothing', 'money_amount_amount_check', 'update money_amount set amount = -1'],
  [
    'a fraction of a minor unit off',
    'discount_rule_whole_amount',
    "update discount_rule set type = 'fixed', value = 1.5",
  ],
  ['a percentage of three decimals', 'discount_rule_two_decimals', 'update discount_rule set value = 12.345'],
  ['more than all off', 'discount_rule_check', 'update discount_rule set value = 101'],
  ['a second order of a cart', 'order_cart_id_idx', anOrder],
  ['a second payment of a cart', 'payment_cart_id_idx', aPayment],
  ['a gift card that holds less than nothing', 'gift_card_check', 'update gift_card set balance = -1 where id = :card'],
  [
    'a gift card that holds more than it was worth',
    'gift_card_check',
    'update gift_card set balance = 501 where id = :card',
  ],
  [
    'a code used more often than its limit',
    'discount_check',
    'update discount set usage_count = 2 where id = :discount',
  ],
  [
    'a limit below the uses',
    'discount_check',
    'update discount set usage_count = 1, usage_limit = 0 where id = :discount',
  ],
  ['a second selected session of a cart', 'payment_session_cart_id_idx', aSession],
  [
    'a session that is selected by saying no',
    'payment_session_is_selected_check',
    'update payment_session set is_selected = false where id = :session',
  ],
  [
    'a session for less than nothing',
    'payment_session_amount_check',
    'update payment_session set amount = -1 where id = :session',
  ],
  ['a line of no pieces', 'line_item_quantity_check', 'update line_item set quantity = 0 where id = :line'],
  ['a line at a negative price', 'line_item_unit_price_check', 'update line_item set unit_price = -1 where id = :line'],
  [
    'more refunded than was paid',
    'payment_check',
    'update payment set amount_refunded = amount + 1 where id = :payment',
  ],
  [
    'less refunded than nothing',
    'payment_check',
    'update payment set captured_at = now(), amount_refunded = -1 where id = :payment',
  ],
  ['a refund of nothing', 'refund_amount_check', aRefund(0)],
  [
    'a refund of what was not captured',
    'payment_refunded_check',
    'update payment set amount_refunded = 1 where id = :payment',
  ],
  [
    'a payment that is both captured and canceled',
    'payment_ended_check',
    'update payment set captured_at = now(), canceled_at = now() where id = :payment',
  ],
  [
    'a capture under way of what is captured',
    'payment_capture_check',
    'update payment set captured_at = now(), capture_asked_at = now() where id = :payment',
  ],
  ['more packed than bought', 'line_item_fulfilled_check', orderedLine('fulfilled_quantity = 3')],
  ['less packed than nothing', 'line_item_fulfilled_check', orderedLine('fulfilled_quantity = -1')],
  ['more shipped than packed', 'line_item_shipped_check', orderedLine('fulfilled_quantity = 1, shipped_quantity = 2')],
  [
    'more returned than packed',
    'line_item_returned_check',
    orderedLine('fulfilled_quantity = 1, returned_quantity = 2'),
  ],
  ['less shipped than nothing', 'line_item_shipped_check', orderedLine('shipped_quantity = -1')],
  ['less returned than nothing', 'line_item_returned_check', orderedLine('returned_quantity = -1')],
  [
    'two returns of a swap',
    'return_swap_id_idx',
    `${aSwap('null, null')}; ${aReturnOfSwap('ret_3')}; ${aReturnOfSwap('ret_4')}`,
  ],
  [
    'two payments of a swap',
    'payment_swap_id_idx',
    `${aSwap('null, null')}; ${aPaymentOfSwap('pay_3')}; ${aPaymentOfSwap('pay_4')}`,
  ],
  ['a swap that is confirmed without a difference', 'swap_confirmed_check', aSwap('now(), null')],
  ['a swap that is canceled and goes on', 'swap_canceled_check', aSwap('null, now()')],
  [
    'the payment of a swap without its order',
    'payment_of_swap_check',
    `${aSwap('null, null')};
    update payment set swap_id = 'swap_1', order_id = null where id = :payment`,
  ],
  ['a parcel of nobody', 'fulfillment_of_check', aParcel('null', 'null', 'null')],
  ['a parcel that is shipped and canceled', 'fulfillment_ended_check', aParcel(':order', 'now()', 'now()')],
  [
    'a draft that became no order',
    'draft_order_paid_check',
    `insert into draft_order (id, created_at, updated_at, status) values ('dorder_1', now(), now(), 'completed')`,
  ],
  ['two returns of a claim', 'return_claim_order_id_idx', `${anEmptyClaim}; ${aReturn('ret_1')}; ${aReturn('ret_2')}`],
  [
    'a second use of a gift card by an order',
    'gift_card_transaction_gift_card_id_order_id_idx',
    `${aUse('gct_1', 1)}; ${aUse('gct_2', 1)}`,
  ],
  ['a use of a gift card that gives to it', 'gift_card_transaction_amount_check', aUse('gct_3', -1)],
  [
    'two payments of a cart under way',
    'payment_attempt_live',
    `${anAttempt('patt_1', 'started')}; ${anAttempt('patt_2', 'authorized')}`,
  ],
  [
    'two payments of a part of a collection under way',
    'payment_attempt_of_session',
    `${aCollection(0)}; ${aPartUnderWay('patt_6')}; ${aPartUnderWay('patt_7')}`,
  ],
  [
    'two payments of a cart that became its order',
    'payment_attempt_completed',
    `${anAttempt('patt_3', 'completed')}; ${anAttempt('patt_4', 'completed')}`,
  ],
  [
    'a cart that refers to a payment that nobody wrote down',
    'cart_payment_attempt_id_fkey',
    `update cart set payment_attempt_id = 'x' where id = :cart`,
  ],
  [
    'a claim that replaces and gives money back',
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
    'that customers pay by the word of the shop',
    'region_payment_providers_system_check',
    `insert into region_payment_providers (region_id, provider_id) values (:region, 'system')`,
  ],
  [
    'a payment session by the word of the shop',
    'payment_session_system_check',
    `update payment_session set provider_id = 'system' where id = :session`,
  ],
  [
    'two categories at one place',
    'product_category_parent_category_id_rank_key',
    `${aCategory('pcat_1')}; ${aCategory('pcat_2')}; set constraints all immediate`,
  ],
  ['a category that descends from itself', 'product_category_check', aCategory('pcat_3', 'pcat_3')],
])('%s is refused', async (_, constraint, sql) => {
  await expect(execute(sql)).rejects.toThrow(`constraint "${constraint}"`)
})

/** A claim of one piece of the order more than was fulfilled. */
const aClaim = `
  insert into claim_order (id, created_at, updated_at, type, payment_status, fulfillment_status, order_id)
  values ('claim_1', now(), now(), 'replace', 'na', 'not_fulfilled', :order);
  insert into claim_item (id, created_at, updated_at, claim_order_id, item_id, variant_id, reason, quantity)
  values ('citm_1', now(), now(), 'claim_1', :item, :variant, 'other', 1)`

test('a claim of more pieces than were fulfilled is refused', async () => {
  await expect(execute(aClaim)).rejects.toThrow('come back than were fulfilled')
})

test('that pieces come back which are not packed, or not any more, is refused', async () => {
  const aReturned = `
    insert into return (id, created_at, updated_at, status, order_id, refund_amount)
      values ('ret_1', now(), now(), 'requested', :order, 0);
    insert into return_item (return_id, item_id, quantity, is_requested) values ('ret_1', :item, 1, true)`
  await expect(execute(aReturned)).rejects.toThrow('come back than were fulfilled')
  const packed = orderedLine('fulfilled_quantity = 1')
  const unpacked = orderedLine('fulfilled_quantity = 0')
  await expect(execute(`${packed}; ${aReturned}; ${unpacked}`)).rejects.toThrow('come back than were fulfilled')
})

function aCategory(id: string, parent?: string): string {
  return `insert into product_category (id, created_at, updated_at, name, description, handle, is_active, is_internal,
    rank, mpath, parent_category_id) values ('${id}', now(), now(), 'x', '', '${id}', true, false, 0, '${id}.',
    ${parent ? `'${parent}'` : 'null'})`
}

function aUse(id: string, amount: number): string {
  return `insert into gift_card_transaction (id, created_at, gift_card_id, order_id, amount)
    values ('${id}', now(), :card, :order, ${amount})`
}

test('stock that is not counted, or may be owed, may go below nothing', async () => {
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

test('another attempt may follow one that came to nothing', async () => {
  const statuses = ['declined', 'canceled', 'canceling', 'failed', 'started']
  for (const [i, status] of statuses.entries()) await execute(anAttempt(`patt_after_${i}`, status))
  expect(await execute('select from payment_attempt where cart_id = :cart')).toHaveLength(5)
})
