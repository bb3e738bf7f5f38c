import { describe, expect, test } from 'vitest'
import { recordProviderChange } from '#entities/orders/payment/record-provider-change.ts'
import { useBalanceShop } from '#test/support/balance-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'

const balanceShop = await useBalanceShop()
const { shop, region, option, orders, grant, adjust, givenCustomer, balancesOf, entriesOf, placePaidOrder } =
  balanceShop

const limit = (customer: { id: string }, kind: string, credit_limit: number) =>
  shop.admin.post('/admin/balances/credit-limit', {
    ...{ customer_id: customer.id, kind, credit_limit, currency_code: region.currency_code },
  })

describe('administrators', () => {
  test('grant and deduct with a note, never below 0', async () => {
    const customer = await givenCustomer()
    const { balance } = await grant(customer, 'store-credit', 500)
    expect(balance).toMatchObject({ customer_id: customer.id, kind: 'store-credit', balance: 500, lowest_balance: 0 })
    await expectError(
      adjust(customer, 'store-credit', -501),
      400,
      'not_allowed',
      'The balance does not cover the deduction',
    )
    expect((await grant(customer, 'store-credit', -500)).balance.balance).toBe(0)
    const { entries } = await expectSuccess(shop.admin.get(`/admin/balances/${balance.id}/entries`))
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ note: 'Late delivery', created_by: expect.stringMatching(/^usr_/) })
    expect(await eventsOf(shop, balance, 'balance.adjusted')).toHaveLength(2)
    const own = await expectSuccess(customer.get(`/store/customers/me/balances/${balance.id}/entries`))
    expect(own.entries).toHaveLength(2)
    expect(own.entries[0]).not.toHaveProperty('note')
    const stranger = await givenCustomer()
    const others = await expectSuccess(stranger.get(`/store/customers/me/balances/${balance.id}/entries`))
    expect(others.entries).toEqual([])
  })

  test('cannot give a balance to a guest, in an unknown kind or without a currency', async () => {
    const [guest] = await shop.given.guests(1)
    await expectErrorMessage(adjust(guest!, 'store-credit', 5), 400, /A guest has no balance/)
    await expectErrorMessage(adjust({ id: 'cus_none' }, 'store-credit', 5), 404, /was not found/)
    const { id: customer_id } = await givenCustomer()
    const send = (body: object) => shop.admin.post('/admin/balances', { customer_id, note: 'x', amount: 5, ...body })
    await expectErrorMessage(send({ kind: 'gold' }), 400, /no balances of the kind gold. Use one of: store-credit/)
    await expectErrorMessage(send({ kind: 'store-credit' }), 400, /need a currency/)
    await expectErrorMessage(send({ kind: 'points', currency_code: 'eur' }), 400, /have no currency/)
    for (const change of [{ amount: 0 }, { amount: 0.5 }, { amount: 1e12 }, { note: '' }, { currency_code: 'zzz' }])
      expect((await send({ kind: 'store-credit', currency_code: 'eur', ...change })).status).toBeGreaterThanOrEqual(400)
  })

  test('set a credit limit, which payments may use', async () => {
    const customer = await givenCustomer()
    expect((await expectSuccess(limit(customer, 'invoice', 2000))).balance).toMatchObject({ lowest_balance: -2000 })
    await expectErrorMessage(limit(customer, 'store-credit', 5), 400, /have no credit limit/)
    const order = await placePaidOrder(customer, [{ kind: 'invoice' }])
    expect(order).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
    expect(await balancesOf(customer)).toEqual({ invoice: -1800 })
    await expectErrorMessage(limit(customer, 'invoice', 1799), 400, /already owes more than this limit/)
    await grant(customer, 'invoice', 1800)
    await expectSuccess(limit(customer, 'invoice', 0))
  })

  test('a dry run shows the change and keeps the balance', async () => {
    const customer = await givenCustomer({ 'store-credit': 100 })
    const body = { customer_id: customer.id, kind: 'store-credit', currency_code: region.currency_code }
    const reply = await shop.admin.post('/admin/balances', { ...body, amount: 50, note: 'x' }, { 'x-dry-run': 'true' })
    expect(JSON.stringify(reply.body)).toContain('balance_entry')
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 100 })
  })
})

describe('after the sale', () => {
  test('a balance with `first` gets refunds before the payment, and one with `last` after it', async () => {
    const first = await givenCustomer({ 'store-credit': 700 })
    const order = await placePaidOrder(first, [{ kind: 'store-credit' }])
    await orders.act(order, 'capture')
    expect(await orders.act(order, 'refund', { amount: 500, reason: 'other' })).toMatchObject({ refunded_total: 500 })
    expect(await balancesOf(first)).toEqual({ 'store-credit': 500 })
    const { payments } = await orders.act(order, 'refund', { amount: 500, reason: 'other' })
    expect(payments.map(({ amount_refunded }) => amount_refunded)).toEqual([300, 700])
    expect(await balancesOf(first)).toEqual({ 'store-credit': 700 })

    const last = await givenCustomer({ invoice: 700 })
    const other = await placePaidOrder(last, [{ kind: 'invoice' }])
    await orders.act(other, 'capture')
    await orders.act(other, 'refund', { amount: 1100, reason: 'other' })
    expect(await balancesOf(last)).toEqual({ invoice: 0 })
    await orders.act(other, 'refund', { amount: 700, reason: 'other' })
    expect(await balancesOf(last)).toEqual({ invoice: 700 })
    expect(await orders.readOrder(other)).toMatchObject({ payment_status: 'refunded', refunded_total: 1800 })
  })

  test('all refunds of points together return exactly the points', async () => {
    const customer = await givenCustomer({ points: 360 })
    const order = await placePaidOrder(customer, [{ kind: 'points' }])
    for (const amount of [1, 3, 7, 589, 700, 499, 1]) await orders.act(order, 'refund', { amount, reason: 'other' })
    expect(await balancesOf(customer)).toEqual({ points: 360 })
    const entries = await entriesOf(customer)
    expect(entries.every(([, , amount]) => Number.isInteger(amount))).toBe(true)
  })

  test('a canceled order returns the balance and the authorized payment', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const order = await placePaidOrder(customer, [{ kind: 'store-credit' }])
    expect(await orders.act(order, 'cancel')).toMatchObject({ payment_status: 'canceled' })
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 700 })
  })

  test('a return, a claim and a swap refund into the balance', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const place = async () => {
      const order = await placePaidOrder(customer, [{ kind: 'store-credit' }])
      await orders.ship(order)
      return order
    }
    const returned = await place()
    const { returns } = await orders.act(returned, 'return', { items: firstLineQuantity(returned, 1) })
    await expectSuccess(
      shop.admin.post(`/admin/returns/${returns[0]!.id}/receive`, { items: firstLineQuantity(returned, 1) }),
    )
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 4400 })

    const claimed = await place()
    const claim_items = [{ ...firstLineQuantity(claimed, 1)[0], reason: 'missing_item' }]
    await orders.act(claimed, 'claims', { type: 'refund', claim_items })
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 3800 })

    const swapped = await place()
    const cheap = await shop.given.variant({ prices: [500] })
    const { swaps } = await orders.act(swapped, 'swaps', {
      return_items: firstLineQuantity(swapped, 1),
      additional_items: [{ variant_id: cheap.id, quantity: 1 }],
    })
    const [swap] = swaps
    const cart = { id: swap!.cart_id as string }
    await expectErrorMessage(
      balanceShop.choose(customer, cart, [{ kind: 'store-credit' }]),
      400,
      'The difference of a swap cannot be paid with a balance',
    )
    await shop.given.chooseShipping({ id: cart.id, region_id: region.id })
    await expectSuccess(customer.post(`/store/carts/${cart.id}/complete`))
    await orders.act(swapped, `swaps/${swap!.id}/process-payment`)
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 2600 })
  })

  test('an order that costs less after an edit is captured for less, and the balance stays paid', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await shop.given.payableCart({
      region,
      option,
      by: customer,
      email: customer.email,
      lines: [[await shop.given.variant(), 2]],
    })
    await expectSuccess(balanceShop.choose(customer, cart, [{ kind: 'store-credit' }]))
    const { body } = await balanceShop.complete(customer, cart)
    if (body.type !== 'order') throw new Error('The cart placed no order')
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: body.data.id }))
    const [line] = order_edit.items
    await expectSuccess(shop.admin.post(`/admin/order-edits/${order_edit.id}/items/${line!.id}`, { quantity: 1 }))
    await expectSuccess(shop.admin.post(`/admin/order-edits/${order_edit.id}/confirm`))
    const captured = await orders.act(body.data, 'capture')
    expect(captured).toMatchObject({ total: 1800, payment_status: 'captured', difference_due: 0 })
    expect(captured.payments.map(({ amount }) => amount)).toEqual([1100, 700])
  })

  test('a refund of another payment can go to a balance', async () => {
    const customer = await givenCustomer()
    const order = await shop.given.order({ region, option, by: customer, email: customer.email })
    await orders.act(order, 'capture')
    const refund = (body: object) => orders.send(order, 'refund', { amount: 1000, reason: 'return', ...body })
    await expectErrorMessage(refund({ balance: 'points' }), 400, /have no currency, so they take no refund/)
    await expectErrorMessage(refund({ balance: 'gold' }), 400, /no balances of the kind gold/)
    expect((await expectSuccess(refund({ balance: 'store-credit' }))).order).toMatchObject({
      refunded_total: 1000,
      refundable_amount: 800,
      payment_status: 'partially_refunded',
    })
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 1000 })
    await expectErrorMessage(refund({}), 400, 'Cannot refund more than the original order amount')
    const { order: ofGuest } = { order: await shop.given.order({ region, option }) }
    await orders.act(ofGuest, 'capture')
    const toGuest = orders.send(ofGuest, 'refund', { amount: 5, reason: 'other', balance: 'store-credit' })
    await expectErrorMessage(toGuest, 400, /A guest has no balance/)
  })

  test.each([
    ['a part', 1000, 800],
    ['all', 1800, 0],
  ])('a provider that refunds %s of a balance once more requires action, and a replay changes nothing', async (_, amount, rest) => {
    const customer = await givenCustomer()
    const order = await shop.given.order({ region, option, by: customer, email: customer.email })
    const [payment] = (await orders.act(order, 'capture')).payments
    await expectSuccess(orders.send(order, 'refund', { amount, reason: 'return', balance: 'store-credit' }))
    const notice = { type: 'refunded', cart_id: order.cart_id!, data: {}, amount: 1800 } as const
    const send = () => recordProviderChange(shop.orm.em.fork(), payment!, notice)
    await send()
    const first = await orders.readOrder(order)
    expect(first).toMatchObject({ payment_status: 'requires_action', refunded_total: amount + rest })
    await send()
    expect(await orders.readOrder(order)).toEqual(first)
    expect(await balancesOf(customer)).toEqual({ 'store-credit': amount })
  })

  test('the account of the payer gets the refund of an order that moved to another customer', async () => {
    const payer = await givenCustomer({ 'store-credit': 1800 })
    const order = await placePaidOrder(payer, [{ kind: 'store-credit' }])
    const other = await givenCustomer()
    const { Order } = await import('#entities/orders/order/order.ts')
    await changeRows(shop, Order, { id: order.id }, { customer_id: other.id })
    await orders.act(order, 'cancel')
    expect(await balancesOf(payer)).toEqual({ 'store-credit': 1800 })
    expect(await balancesOf(other)).toEqual({})
  })
})

describe('the erasure of a customer', () => {
  test('waits until the shop has paid the balance out', async () => {
    const customer = await givenCustomer({ 'store-credit': 500, points: 20 })
    const erase = () => shop.admin.post(`/admin/customers/${customer.id}/erase`)
    await expectErrorMessage(erase(), 400, /the balance store-credit EUR is not 0. Pay it out, and deduct it/)
    await grant(customer, 'store-credit', -500)
    await expectSuccess(erase())
    const rows = await shop.orm.em
      .fork()
      .execute(
        'select note from balance_entry where note is not null and account_id in (select id from balance_account where customer_id = ?)',
        [customer.id],
      )
    expect(rows).toEqual([])
    await expectErrorMessage(adjust(customer, 'store-credit', 5), 404, /was not found/)
  })

  test('leaves later refunds in the balance, from which an administrator deducts the payout', async () => {
    const customer = await givenCustomer({ 'store-credit': 1800 })
    const order = await placePaidOrder(customer, [{ kind: 'store-credit' }])
    await orders.ship(order)
    await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}/erase`))
    await orders.act(order, 'refund', { amount: 800, reason: 'other' })
    const list = () => expectSuccess(shop.admin.get(`/admin/balances?customer_id=${customer.id}`))
    expect((await list()).balances).toMatchObject([{ kind: 'store-credit', balance: 800 }])
    await expectErrorMessage(adjust(customer, 'store-credit', 5), 404, /was not found/)
    await expectErrorMessage(adjust(customer, 'store-credit', -801), 400, /does not cover the deduction/)
    await expectSuccess(adjust(customer, 'store-credit', -800))
    expect((await list()).balances).toMatchObject([{ balance: 0 }])
  })
})
