import { describe, expect, test } from 'vitest'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { carts } from '#routers/store/carts/index.ts'
import { useBalanceShop } from '#test/support/balance-shop.ts'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Caller } from '#test/support/shop.ts'

const balanceShop = await useBalanceShop()
const { shop, region, option, orders, grant, adjust, givenCustomer, balancesOf, entriesOf } = balanceShop
const { givenCart, choose, complete, placePaidOrder, expectRequiresMore } = balanceShop

const sessionsOf = async (cart: { id: string }) =>
  (await shop.get(`/store/carts/${cart.id}`)).body.cart.payment_sessions

interface CartDetails {
  path: string
  line_id: string
  variant_id: string
}

const detailsOf = async ({ id }: { id: string }): Promise<CartDetails> => {
  const path = `/store/carts/${id}`
  const [line] = (await expectSuccess(shop.get(path))).cart.items
  return { path, line_id: line?.id ?? '', variant_id: line?.variant_id ?? '' }
}

const PROVIDER = 'manual'

/** How to change a cart by each mutation. */
const CALLS: Record<string, (caller: Caller, details: CartDetails) => Promise<unknown>> = {
  update: (caller, { path }) => expectSuccess(caller.post(path, { shipping_address: { address_1: 'Elsewhere 1' } })),
  addLineItem: (caller, { path, variant_id }) =>
    expectSuccess(caller.post(`${path}/line-items`, { variant_id, quantity: 1 })),
  updateLineItem: (caller, { path, line_id }) =>
    expectSuccess(caller.post(`${path}/line-items/${line_id}`, { quantity: 2 })),
  deleteLineItem: (caller, { path, line_id }) => expectSuccess(caller.delete(`${path}/line-items/${line_id}`)),
  addShippingMethod: (caller, { path }) =>
    expectSuccess(caller.post(`${path}/shipping-methods`, { option_id: option.id })),
  createPaymentSessions: (caller, { path }) => expectSuccess(caller.post(`${path}/payment-sessions`)),
  selectPaymentSession: (caller, { path }) =>
    expectSuccess(caller.post(`${path}/payment-session`, { provider_id: PROVIDER })),
  splitPayment: (caller, { path }) =>
    expectSuccess(caller.post(`${path}/split-payment`, { payments: [{ provider_id: PROVIDER }] })),
  updatePaymentSession: (caller, { path }) =>
    expectSuccess(caller.post(`${path}/payment-sessions/${PROVIDER}`, { data: {} })),
  deletePaymentSession: (caller, { path }) => expectSuccess(caller.delete(`${path}/payment-sessions/${PROVIDER}`)),
  refreshPaymentSession: (caller, { path }) =>
    expectSuccess(caller.post(`${path}/payment-sessions/${PROVIDER}/refresh`)),
  removeDiscount: (caller, { path }) => expectSuccess(caller.delete(`${path}/discounts/NONE`)),
}

/** They create a cart, change none, or ask for the customer of the cart. */
const OTHER_MUTATIONS = ['create', 'calculateTaxes', 'complete', 'setTenders']

const CHANGES = proceduresOf(carts)
  .filter(([name, { type }]) => type === 'mutation' && !OTHER_MUTATIONS.includes(name))
  .map(([name]) => name)

describe('the tenders of a cart', () => {
  test('each change of a cart is known', () => {
    expect(CHANGES.toSorted()).toEqual(Object.keys(CALLS).toSorted())
  })

  test('a balance pays a part of the total after taxes and shipping', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await givenCart(customer)
    const chosen = await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    expect(chosen).toMatchObject({
      ...{ currency_code: region.currency_code, total: 1800, due: 1100 },
      tenders: [
        {
          kind: 'store-credit',
          label: { en: 'Store credit' },
          available: 700,
          amount: 700,
          is_chosen: true,
          max_amount: null,
        },
      ],
    })
    const { body } = await shop.get(`/store/carts/${cart.id}`)
    expect(body.cart).toMatchObject({ total: 1800, tax_total: 300, payment_sessions: [{ amount: 1100 }] })
    expect(body.cart).not.toHaveProperty('tenders')
    const order = await expectOrder(complete(customer, cart))
    expect(order).toMatchObject({ total: 1800, tax_total: 300, paid_total: 1800, payment_status: 'awaiting' })
    expect(order.payments).toMatchObject([
      { provider_id: 'manual', amount: 1100, captured_at: null },
      { provider_id: 'balance', amount: 700, data: { kind: 'store-credit' }, captured_at: expect.any(String) },
    ])
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 0 })
    expect(await entriesOf(customer)).toEqual([
      ['store-credit', 'grant', 700],
      ['store-credit', 'payment', -700],
    ])
    expect(await orders.act(order, 'capture')).toMatchObject({ payment_status: 'captured' })
    await orders.act(order, 'refund', { amount: 800, reason: 'other' })
    const { cart: completed } = (await customer.get(`/store/carts/${cart.id}`)).body
    expect(completed).toMatchObject({ refunded_total: 800, refundable_amount: 1000 })
  })

  test('balances that pay the whole total need no payment session', async () => {
    const customer = await givenCustomer({ 'store-credit': 1000, points: 1000 })
    const cart = await givenCart(customer)
    const chosen = await expectSuccess(
      choose(customer, cart, [{ kind: 'points', max_amount: 903 }, { kind: 'store-credit' }]),
    )
    expect(chosen).toMatchObject({ due: 0, tenders: [{ kind: 'points', amount: 900 }, { amount: 900 }] })
    expect(await sessionsOf(cart)).toEqual([])
    const order = await expectOrder(complete(customer, cart))
    expect(order).toMatchObject({ total: 1800, paid_total: 1800, payment_status: 'captured' })
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 100, points: 820 })
    await shop.runJobs()
  })

  test('the customer sees all usable balances before the choice', async () => {
    const customer = await givenCustomer({ 'store-credit': 50, points: 10, invoice: 5 })
    const cart = await givenCart(customer)
    const shown = await expectSuccess(customer.get(`/store/carts/${cart.id}/tenders`))
    expect(shown).toMatchObject({ total: 1800, due: 1800 })
    expect(shown.tenders.map(({ kind, available, worth, is_chosen }) => [kind, available, worth, is_chosen])).toEqual([
      ['store-credit', 50, null, false],
      ['invoice', 5, null, false],
      ['points', 10, 5, false],
    ])
  })

  test('gift cards pay before balances', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const cart = await givenCart(customer)
    const { code } = await shop.given.giftCard(region, 500)
    await expectSuccess(customer.post(`/store/carts/${cart.id}`, { gift_cards: [{ code }] }))
    const { total, due, tenders } = await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    expect(due).toBe(0)
    expect(tenders).toMatchObject([{ amount: total }])
    const order = await expectOrder(complete(customer, cart))
    expect(order).toMatchObject({ total, paid_total: total, gift_card_total: 500 })
    await orders.act(order, 'cancel')
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 5000 })
  })

  test('only the customer of the cart chooses, reads and pays with balances', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const stranger = await givenCustomer({ 'store-credit': 5000 })
    const cart = await givenCart(customer)
    const refused = 'Only the customer of the cart can pay with a balance. Log in as this customer.'
    await expectError(choose(stranger, cart, [{ kind: 'store-credit' }]), 400, 'not_allowed', refused)
    await expectError(stranger.get(`/store/carts/${cart.id}/tenders`), 400, 'not_allowed', refused)
    expect((await choose(shop, cart, [{ kind: 'store-credit' }])).status).toBe(401)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    for (const caller of [shop, stranger])
      await expectErrorMessage(complete(caller, cart), 400, 'Log in as the customer of the cart to pay with a balance')
    await expectOrder(complete(customer, cart))
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 3200 })
    expect(await balancesOf(stranger)).toEqual({ 'store-credit': 5000 })
  })

  test.each(CHANGES)('%s by another caller voids the choice', async (name) => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const stranger = await givenCustomer()
    for (const caller of [shop, stranger]) {
      const cart = await givenCart(customer)
      const chosen = await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
      expect(chosen).toMatchObject({ due: chosen.total - 700 })
      await CALLS[name]?.(caller, await detailsOf(cart))
      const shown = await expectSuccess(customer.get(`/store/carts/${cart.id}/tenders`))
      expect(shown).toMatchObject({ due: shown.total, tenders: [{ is_chosen: false }] })
    }
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 700 })
  })

  test('the calls that do not change a cart keep the choice, and no stranger makes it', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    for (const caller of [shop, await givenCustomer()]) {
      await expectSuccess(caller.post(`/store/carts/${cart.id}/taxes`))
      expect((await complete(caller, cart)).status).toBe(400)
      expect((await choose(caller, cart, [])).status).toBeGreaterThanOrEqual(400)
    }
    expect(await expectSuccess(customer.get(`/store/carts/${cart.id}/tenders`))).toMatchObject({ due: 1100 })
    await expectOrder(complete(customer, cart))
  })

  test('the lines of a guest are not paid by the balance of the customer', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    const details = await detailsOf(cart)
    await CALLS.addLineItem?.(shop, details)
    await CALLS.addShippingMethod?.(shop, details)
    await expectErrorMessage(complete(customer, cart), 400, 'You cannot complete a cart without a payment session.')
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 5000 })
  })

  test('the lines of the customer keep the choice', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    const details = await detailsOf(cart)
    await CALLS.addLineItem?.(customer, details)
    await CALLS.addShippingMethod?.(customer, details)
    const shown = await expectSuccess(customer.get(`/store/carts/${cart.id}/tenders`))
    expect(shown).toMatchObject({ due: shown.total - 700 })
  })

  test('the guest of a cart has no balances, also after a claim by another customer', async () => {
    const cart = await shop.given.payableCart({ region, option })
    const customer = await givenCustomer({ 'store-credit': 5000 })
    await expectErrorMessage(choose(customer, cart, [{ kind: 'store-credit' }]), 400, /Only the customer of the cart/)
    await expectSuccess(customer.post(`/store/carts/${cart.id}`, {}))
    expect(await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))).toMatchObject({ due: 0 })
  })

  test('another currency voids the choice, and a region with the same currency keeps it', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const other = await shop.given.region({ currency_code: 'usd' })
    const prices = [region.currency_code, 'usd'].map((currency_code) => ({ currency_code, amount: 1000 }))
    const variant = await shop.given.variant({
      variants: [{ title: 'V1', prices, inventory_quantity: 9, options: [{ value: 'V1' }] }],
    })
    const { id } = await shop.given.payableCart({ region, by: customer, email: customer.email, lines: [[variant, 1]] })
    await expectSuccess(choose(customer, { id }, [{ kind: 'store-credit' }]))
    await expectSuccess(customer.post(`/store/carts/${id}`, { region_id: other.id }))
    expect(await expectSuccess(customer.get(`/store/carts/${id}/tenders`))).toMatchObject({
      currency_code: 'usd',
      tenders: [],
    })
    await expectSuccess(customer.post(`/store/carts/${id}`, { region_id: region.id }))
    expect(await expectSuccess(customer.get(`/store/carts/${id}/tenders`))).toMatchObject({
      tenders: [{ amount: 700 }],
    })
  })

  test('unknown kinds, repeated kinds and invalid amounts are refused', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await givenCart(customer)
    await expectErrorMessage(choose(customer, cart, [{ kind: 'gold' }]), 400, /no balances of the kind gold/)
    const twice = [{ kind: 'store-credit' }, { kind: 'store-credit', max_amount: 5 }]
    await expectErrorMessage(choose(customer, cart, twice), 400, 'Each kind of balance can be chosen once')
    for (const max_amount of [0, -5, 0.5, 1e15])
      expect((await choose(customer, cart, [{ kind: 'store-credit', max_amount }])).status).toBe(400)
    await expectErrorMessage(choose(customer, { id: 'cart_none' }, []), 404, /was not found/)
  })

  test('an empty choice gives the whole total back to the payment provider', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    expect(await expectSuccess(choose(customer, cart, []))).toMatchObject({ due: 1800 })
    await expectErrorMessage(complete(customer, cart), 400, 'You cannot complete a cart without a payment session.')
    await expectSuccess(customer.post(`/store/carts/${cart.id}/payment-sessions`))
    expect((await expectOrder(complete(customer, cart))).payments).toMatchObject([{ amount: 1800 }])
  })
})

describe('the agreement of the customer', () => {
  test('a balance that shrinks must be agreed to again', async () => {
    const customer = await givenCustomer({ 'store-credit': 700 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    await grant(customer, 'store-credit', -100)
    await expectRequiresMore(complete(customer, cart))
    expect((await expectOrder(complete(customer, cart))).payments).toMatchObject([{ amount: 1200 }, { amount: 600 }])
  })

  test('a balance that would pay more than the agreed amount must be agreed to again', async () => {
    const customer = await givenCustomer({ 'store-credit': 5000 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    await shop.admin.post(`/admin/regions/${region.id}`, { tax_rate: 30 })
    await expectRequiresMore(complete(customer, cart))
    const order = await expectOrder(complete(customer, cart))
    expect(order).toMatchObject({ total: 1950, paid_total: 1950 })
    await shop.admin.post(`/admin/regions/${region.id}`, { tax_rate: 20 })
  })
})

describe('concurrent use of a balance', () => {
  test('two carts never spend one balance twice', async () => {
    const customer = await givenCustomer({ 'store-credit': 1800 })
    const carts = await Promise.all(Array.from({ length: 6 }, () => givenCart(customer)))
    for (const cart of carts) await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
    const replies = await Promise.all(carts.map((cart) => complete(customer, cart)))
    const types = replies.map(({ status, body }) => (status === 200 ? body.type : status))
    expect(types.filter((type) => type === 'order')).toHaveLength(1)
    expect(types.filter((type) => type === 'cart')).toHaveLength(5)
    expect(await balancesOf(customer)).toEqual({ 'store-credit': 0 })
  })

  test('grants, deductions and payments at the same time keep the sum', async () => {
    const customer = await givenCustomer({ 'store-credit': 2000 })
    const cart = await givenCart(customer)
    await expectSuccess(choose(customer, cart, [{ kind: 'store-credit', max_amount: 500 }]))
    const changes = [100, -900, 100, -900, -900, 50]
    const [completion, ...replies] = await Promise.all([
      complete(customer, cart),
      ...changes.map((amount) => adjust(customer, 'store-credit', amount)),
    ])
    const made = changes.filter((_, i) => replies[i]?.status === 200)
    const { 'store-credit': balance } = await balancesOf(customer)
    const paid = completion.body.type === 'order' ? 500 : 0
    expect(balance).toBe(2000 - paid + made.reduce((sum, amount) => sum + amount, 0))
    expect(balance).toBeGreaterThanOrEqual(0)
  })
})

test('an order with a balance can be placed again with its idempotency key without a second payment', async () => {
  const customer = await givenCustomer({ 'store-credit': 5000 })
  const cart = await givenCart(customer)
  await expectSuccess(choose(customer, cart, [{ kind: 'store-credit' }]))
  const key = { 'Idempotency-Key': 'one-order' }
  const replies = await Promise.all(
    [1, 2, 3].map(() => customer.post(`/store/carts/${cart.id}/complete`, undefined, key)),
  )
  expect(new Set(replies.map(({ body }) => body.data?.id)).size).toBe(1)
  expect(await balancesOf(customer)).toEqual({ 'store-credit': 3200 })
  await placePaidOrder(customer, [{ kind: 'store-credit' }])
  expect(await balancesOf(customer)).toEqual({ 'store-credit': 1400 })
})
