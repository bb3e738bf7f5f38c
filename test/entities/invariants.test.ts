import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countViolations, findViolations } from '#entities/invariants/find-violations.ts'
import { INVARIANTS } from '#entities/invariants/invariants.ts'
import { balancePlugin } from '#test/support/balance-plugin.ts'
import type { CartOptions } from '#test/support/cart-options.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import type { Order } from '#test/support/resources.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'

/* Each invariant detects its violation in a shop where every operation has run once. */

let shop: TestShop
let client: Client
const orders = orderActions(() => shop)
const edits = orderEditActions(() => shop)
beforeAll(async () => {
  shop = await openTestShop({ plugins: [balancePlugin] })
  const region = await shop.given.region()
  const variant = await shop.given.variant()
  const discount = await shop.given.discount(region)
  const option = await shop.given.shippingOption(region)
  const order = async () => {
    const { code } = await shop.given.giftCard(region, 300)
    const options = { region, option, lines: [[variant, 4] as const], gift_cards: [code], discounts: [discount.code] }
    return shop.given.order(options)
  }
  const soldOrder = await order()
  const itemsOf = (quantity: number) => [{ item_id: soldOrder.items[0].id, quantity }]
  await orders.act(soldOrder, 'capture')
  const fulfilledOrder = await orders.act(soldOrder, 'fulfillment', { items: itemsOf(3) })
  await orders.act(soldOrder, 'shipment', { fulfillment_id: fulfilledOrder.fulfillments[0].id })
  await orders.act(soldOrder, 'return', { items: itemsOf(1), receive_now: true })
  await orders.act(soldOrder, 'claims', { type: 'refund', claim_items: [{ ...itemsOf(1)[0], reason: 'other' }] })
  await replaceUnit(await order())
  await orders.act(await order(), 'cancel')
  await refundBalance({ region, option, lines: [[variant, 2]] })
  const edited = await order()
  const edit = await edits.begin(edited)
  await edits.change(edit, edit.items[0], 5)
  await edits.act(edit, 'confirm')
  const plan = await edits.begin(soldOrder)
  await edits.add(plan, variant)
  const requestedEdit = await edits.act(plan, 'request')
  await expectSuccess(shop.admin.post(`/admin/payment-collections/${requestedEdit.payment_collection_id}/authorize`))
  const swaps = swapActions(
    () => shop,
    () => ({ region, option }),
  )
  for (const replacementPrice of [1500, 100]) {
    const createdSwap = await swaps.createSwap({ replacementPrice })
    await swaps.confirmSwap(createdSwap, option)
    await swaps.changeOrder(`${createdSwap.path}/process-payment`)
    await expectSuccess(swaps.receiveReturn(createdSwap))
  }
  await expectSuccess(shop.admin.post(`/admin/gift-cards/${soldOrder.gift_cards[0].id}`, { balance: 200 }))
  await expectSuccess(shop.admin.post('/admin/webhooks', { url: 'https://example.com/hook', events: ['order.*'] }))
  await order()
  await shop.given.payableCart({ region, lines: [[variant, 1]] })
  await shop.runJobs()
  client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await shop[Symbol.asyncDispose]()
})

const query = async (sql: string) => (await client.query(sql)).rows

async function replaceUnit(order: Order): Promise<void> {
  const [item] = order.items
  await orders.act(order, 'capture')
  await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: 2 }] })
  await orders.act(order, 'claims', {
    type: 'replace',
    claim_items: [{ item_id: item.id, quantity: 1, reason: 'other' }],
    additional_items: [{ variant_id: item.variant_id, quantity: 1 }],
  })
}

/** A balance pays a part of the order, and gets a part of it back. */
async function refundBalance(options: CartOptions): Promise<void> {
  const customer = await shop.given.customer()
  const grant = { customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount: 900, note: 'Late' }
  await expectSuccess(shop.admin.post('/admin/balances', grant))
  const cart = await shop.given.payableCart({ ...options, by: customer, email: customer.email })
  await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
  const order = await expectOrder(customer.post(`/store/carts/${cart.id}/complete`))
  await orders.act(order, 'refund', { amount: 400, reason: 'other' })
}

test('no operation violates an invariant', async () => {
  expect(await findViolations(query)).toEqual([])
})

/** An order that is paid, shipped and partially returned. */
const RETURNED_ORDER = `(select order_id from payment where captured_at is not null order by created_at limit 1)`
const CANCELED = `(select id from "order" where canceled_at is not null)`
const ANY_ORDER = `(select min(id) from "order" where canceled_at is null)`
const OPEN_CART = `(select id from cart where completed_at is null)`
const PAYABLE = { cart: OPEN_CART, payment_collection: '(select min(id) from payment_collection)' }
const copy = (table: string, over: string, where: string) => `
  insert into ${table} select (jsonb_populate_record(t, ${over})).* from ${table} t where ${where} limit 1`
const attempt = (status: string, of: 'cart' | 'payment_collection' = 'cart') => `
  insert into payment_attempt (id, created_at, updated_at, ${of}_id, session_id, provider_id, amount, currency_code, contents,
    status, data) values ('pa', now() - interval '1 day', now() - interval '1 day', ${PAYABLE[of]}, 's', 'manual', 1, 'eur', '',
    '${status}', '{}')`

/** Statements that violate each invariant. */
const PLANTED: Record<string, string> = {
  'lost-order': `update cart set completed_at = now() where id = ${OPEN_CART}`,
  'order-of-open-cart': `update cart set completed_at = null`,
  'several-orders': copy('"order"', `'{"id": "twin", "display_id": 1}'`, 'true'),
  'order-without-lines': `update line_item set order_id = null`,
  'cart-line-not-in-order': `update line_item set order_id = null where order_id = ${RETURNED_ORDER}`,
  'order-number-twice': `update "order" set display_id = 1`,
  'order-number-too-high': `update "order" set display_id = display_id + 100000`,
  'several-sessions': `update payment_session set is_selected = true;
    ${copy('payment_session', `'{"id": "twin"}'`, 'is_selected')}`,
  'discount-usage-drift': `update discount set usage_count = usage_count + 1`,
  'discount-used-too-often': `update discount set usage_limit = 1`,
  'budget-drift': `update discount_rule set budgets = '[{"currency_code": "eur", "amount": 100, "spent": 7}]'`,
  'stock-drift': `update product_variant set taken_quantity = taken_quantity + 1`,
  'reserved-drift': `insert into inventory_level (id, created_at, updated_at, inventory_item_id, location_id, stocked_quantity, reserved_quantity, incoming_quantity)
    values ('level', now(), now(), 'i', 'l', 1, 1, 0)`,
  'reservation-without-level': `insert into reservation_item (id, created_at, updated_at, inventory_item_id, location_id, quantity)
    values ('r', now(), now(), 'i', 'l', 1)`,
  'variant-stock-drift': `insert into product_variant_inventory_item (id, created_at, updated_at, inventory_item_id, variant_id, required_quantity)
    select 'link', now(), now(), 'i', min(id), 1 from product_variant where inventory_quantity <> 0`,
  'reservation-of-closed-line': `insert into reservation_item (id, created_at, updated_at, line_item_id, inventory_item_id, location_id, quantity)
    values ('r', now(), now(), (select min(id) from line_item where order_id = ${CANCELED}), 'i', 'l', 1)`,
  'reserved-too-much': `insert into reservation_item (id, created_at, updated_at, line_item_id, inventory_item_id, location_id, quantity)
    values ('r', now(), now(), (select min(id) from line_item where order_id = ${ANY_ORDER}), 'i', 'l', 100)`,
  'fulfilled-units-drift': `insert into fulfillment_stock values ((select min(id) from fulfillment), 'item_1', 'i', 'l', 1)`,
  'unannounced-order': `delete from event where name = 'order.placed'`,
  'payment-without-order': `update payment set order_id = null`,
  'payment-of-other-cart': `update payment set cart_id = ${OPEN_CART}`,
  'paid-without-payment': attempt('completed'),
  'unsettled-attempt': attempt('authorized'),
  'unsettled-capture': `update payment set capture_asked_at = now() - interval '1 day'`,
  'unsettled-refund': `update refund set status = 'pending', updated_at = now() - interval '1 day'`,
  'captured-and-canceled': `update payment set canceled_at = now()`,
  'refunded-too-much': `update payment set amount_refunded = amount + 1`,
  'order-refunded-too-much': `update refund set amount = 1000000`,
  'refund-drift': `update payment set amount_refunded = amount_refunded + 1`,
  'balance-payment-drift': `update balance_entry set amount = amount - 1 where reason = 'payment'`,
  'balance-refund-drift': `update balance_entry set amount = amount - 1 where reason = 'refund'`,
  'refund-without-balance-entry': `update refund set balance_account_id = (select min(id) from balance_account)`,
  'balance-too-low': `update balance_account set lowest_balance = 1000`,
  'gift-card-drift': `update gift_card set balance = balance - 1`,
  'gift-card-out-of-bounds': `update gift_card set balance = value + 1`,
  'fulfillment-drift': `update fulfillment_item set quantity = quantity + 1`,
  'fulfilled-too-much': `update line_item set fulfilled_quantity = quantity + 1`,
  'shipped-too-much': `update line_item set shipped_quantity = 100`,
  'returned-too-much': `update line_item set returned_quantity = 100`,
  'claimed-too-much': `update claim_item set quantity = 100`,
  'return-drift': `update return_item set received_quantity = 2`,
  'claim-item-drift': `update claim_item set refund_amount = refund_amount + 1`,
  'claim-refund-drift': `update refund set claim_order_id = null`,
  'refunded-nothing': `delete from refund`,
  'return-refund-drift': `update return set refund_amount = refund_amount + 1`,
  'canceled-order-still-open': `update payment set canceled_at = null where order_id = ${CANCELED}`,
  'canceled-claim-still-open': `update claim_order set canceled_at = now();
    update return set claim_order_id = (select min(id) from claim_order)`,
  'edited-lines-drift': `update line_item set order_id = null where order_edit_id is not null`,
  'unconfirmed-line-in-order': `update line_item set order_id = ${RETURNED_ORDER} where order_edit_id is not null`,
  'after-sale-without-order': `update fulfillment_item set item_id = (select min(original_item_id) from line_item where order_id is not null)`,
  'collection-drift': `update payment_collection set authorized_amount = authorized_amount + 1`,
  'edit-of-other-lines': `update line_item set order_id = null where order_edit_id is null`,
  'collected-without-payment': attempt('completed', 'payment_collection'),
  'collected-for-other-order': `update payment set order_id = ${CANCELED} where payment_collection_id is not null`,
  'collected-too-much': `update payment_collection set authorized_amount = amount + 1`,
  'collection-status': `update payment_collection set status = 'awaiting'`,
  'canceled-order-in-edit': `update "order" set canceled_at = now()`,
  'swap-cart-drift': `update swap set confirmed_at = null`,
  'swap-without-return': `update return set status = 'canceled'`,
  'swap-credit-drift': `update return_item set refund_amount = refund_amount + 1`,
  'swap-payment-drift': `update payment set amount = amount + 1`,
  'swap-refund-drift': `update refund set amount = amount + 1`,
  'swap-status': `update swap set payment_status = 'awaiting'`,
  'canceled-swap-still-open': `update swap set canceled_at = now()`,
  'event-twice': copy('event', `'{"id": 1000000}'`, `name = 'order.canceled'`).replace(
    'event select',
    'event overriding system value select',
  ),
  'difference-drift': `update "order" set difference_due = difference_due + 1`,
  'replacement-value-drift': `update line_item set replaced_value = replaced_value + 2`,
  'fractional-discount': `update line_item_adjustment set amount = amount + 0.5`,
  'discounted-too-much': `update line_item_adjustment set amount = 1000000`,
  'fixed-discount-exceeded': `update discount_rule set type = 'fixed', allocation = 'total';
    update agreed_discount set allocation = 'total', value = 1`,
  'discount-rate-drift': `update agreed_discount set value = value / 2`,
  'fulfillment-status': `update "order" set fulfillment_status = 'shipped'`,
  'payment-status': `update "order" set payment_status = 'captured' where id <> ${RETURNED_ORDER}`,
  'canceled-status': `update "order" set canceled_at = now() where id = ${ANY_ORDER}`,
  'stuck-key': `insert into idempotency_key (id, created_at, idempotency_key, request) values ('k', now(), 'k', '')`,
  'failed-job': `select graphile_worker.add_job('settle_refund', '{}', max_attempts => 1);
    update graphile_worker._private_jobs set attempts = max_attempts`,
  'row-count-drift': `insert into row_count values ('customer', 1), ('order', 1), ('order', -1)`,
  'sales-drift': `update sale set revenue = revenue + 1`,
  'sold-amounts-drift': `update "order" set sold_tax = sold_tax + 1`,
  'booked-amount-drift': `update "order" set taxes = '[]'`,
  'tax-entries-drift': 'update tax_entry set tax = tax + 1',
  'daily-taxes-drift': 'update tax_change set tax = tax + 1',
  'returning-drift': `update "order" set is_returning = not is_returning`,
  'variant-sales-drift': `update variant_sale set units = units + 1`,
  'stranded-delivery': `delete from graphile_worker._private_jobs;
    update webhook_delivery set status = 'pending', delivered_at = null, updated_at = now() - interval '1 day'`,
  'undelivered-event': `update webhook set created_at = now() - interval '1 day', updated_at = now() - interval '1 day';
    update event set created_at = now() - interval '5 hours'; delete from webhook_delivery`,
  'stranded-refund': `update refund set status = 'pending', updated_at = now() - interval '1 day'`,
}

describe('detected violations', () => {
  test.each(Object.entries(INVARIANTS))('the violation of %s is detected', async (name, invariant) => {
    await client.query('begin; set local session_replication_role = replica')
    try {
      await client.query(WITHOUT_CONSTRAINTS)
      expect(await countViolations(query, invariant)).toEqual({ count: 0, examples: [] })
      await client.query(PLANTED[name] as string)
      expect((await countViolations(query, invariant)).count).toBeGreaterThan(0)
    } finally {
      await client.query('rollback')
    }
  })
})

/** PostgreSQL itself would reject most of these statements. */
const WITHOUT_CONSTRAINTS = `
  do $$ declare one record; begin
    for one in select conrelid::regclass as target, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0
    loop execute format('alter table %s drop constraint %I', one.target, one.conname); end loop;
    for one in select indexrelid::regclass as target from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and not indisprimary and relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)
    loop execute format('drop index %s', one.target); end loop;
  end $$`

test('shop audit reports violations with exit code 1 and a sound shop with 0', async () => {
  const audit = () => runSharedCommand(['audit'], { DATABASE_URL: shop.databaseUrl })
  const checked = `${Object.keys(INVARIANTS).length} invariants checked`
  expect(await audit()).toMatchObject({ code: 0, stdout: `${checked}: no violations found.\n` })
  await client.query('update discount set usage_count = usage_count + 1')
  const { code, stdout } = await audit()
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^discount-usage-drift {2}1 {2}The usage count of a discount differs from the number of its orders that are not canceled: disc_\w+\n/,
  )
  expect(stdout).toContain(`${checked}: 1 violated.`)
})
