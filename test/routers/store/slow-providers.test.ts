import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { InvalidData } from '#entities/errors.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { fake } from '#test/support/fake.ts'
import type { Cart, Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* No connection and no lock is held while a provider over a network is called. */

const POOL_SIZE = 10
const remote = { timeoutMs: 60_000 }

/** The recorded provider calls. Each test replaces the functions of the providers. */
const calls: string[] = []
const fulfillment = { ...manualFulfillment, canCalculate: async () => true }
const carrier = { ...fulfillment, remote }
const bank = { ...manualPayment, id: 'bank', remote: { ...remote, outcomeOf: async () => undefined } }

/** A provider that is a class with private fields. */
class PrivateFieldsProvider {
  readonly id = 'vault'
  readonly remote = bank.remote
  #begun = 0
  async initiate() {
    return { data: { begun: ++this.#begun } }
  }
  async update(data: object) {
    return { data: { ...data, changed: this.#begun } }
  }
}

let shop: TestShop
let region: Region
let flat: ShippingOption
let calculated: ShippingOption
beforeAll(async () => {
  const payments = providersWith(bank, untyped(new PrivateFieldsProvider()))
  shop = await openTestShop({ providers: { ...payments, fulfillment: new Map([['manual', carrier]]) } })
  region = await shop.given.region({ payment_providers: [bank.id] })
  flat = await shop.given.shippingOption(region)
  calculated = await shop.given.shippingOption(region, { price_type: 'calculated', amount: null })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  calls.length = 0
  Object.assign(carrier, fulfillment)
  carrier.calculatePrice = async (_option, _data, { subtotal }) => {
    calls.push(`price of ${subtotal}`)
    return subtotal / 10
  }
  Object.assign(bank, manualPayment, { id: 'bank' })
  bank.initiate = async ({ amount }) => {
    calls.push(`initiate ${amount}`)
    return { data: { begun: amount } }
  }
  bank.update = async (data, { amount }) => {
    calls.push(`update ${amount}`)
    return { data }
  }
  bank.delete = async ({ begun: sessions }) => void calls.push(`delete ${sessions}`)
})

const cartPath = ({ id }: Identified) => `/store/carts/${id}` as const
const readCart = async (cart: Cart) => (await shop.get(cartPath(cart))).body.cart
const addShippingMethod = (cart: Identified, option: Identified, data = {}) =>
  shop.post(`${cartPath(cart)}/shipping-methods`, { option_id: option.id, data })
const createSessions = (cart: Identified, headers = {}) =>
  shop.post(`${cartPath(cart)}/payment-sessions`, undefined, headers)
const add = (cart: Identified, variant_id: string) =>
  shop.post(`${cartPath(cart)}/line-items`, { variant_id, quantity: 1 })
const openCart = () => shop.given.cart({ region })

/** A promise that the test resolves. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  return { promise, open }
}

test('more customers than connections can wait for a carrier without blocking the shop', async () => {
  const { promise, open } = gate()
  let waiting = 0
  carrier.validateMethod = async (_option, data) => {
    waiting++
    await promise
    return data
  }
  const carts = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, openCart))
  const shipped = carts.map((cart) => addShippingMethod(cart, flat))
  await waitUntil(() => waiting === carts.length)
  expect((await add(carts[0]!, (await shop.given.variant()).id)).status).toBe(200)
  open()
  for (const { status, body } of await Promise.all(shipped))
    expect([status, body.cart.shipping_methods.length]).toEqual([200, 1])
})

test('more customers than connections can wait for a bank without blocking the shop', async () => {
  const { promise, open } = gate()
  const { initiate } = bank
  let waiting = 0
  bank.initiate = async (payment) => {
    waiting++
    await promise
    return initiate(payment)
  }
  const carts = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, openCart))
  const sessions = carts.map((cart) => createSessions(cart))
  await waitUntil(() => waiting === carts.length)
  expect((await shop.get('/store/regions')).status).toBe(200)
  open()
  for (const { status, body } of await Promise.all(sessions))
    expect([status, body.cart.payment_session.data]).toEqual([200, { begun: 1200 }])
  expect(calls).not.toContain('delete 1200')
})

describe('a cart that changes during a provider call', () => {
  test('a shipping price is calculated again if the cart has changed', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    const { calculatePrice } = carrier
    carrier.calculatePrice = async (...question) => {
      if (calls.length === 0) await expectSuccess(add(cart, variant.id))
      return calculatePrice(...question)
    }
    const { body } = await addShippingMethod(cart, calculated)
    expect(calls).toEqual(['price of 1000', 'price of 2000'])
    expect(body.cart).toMatchObject({ subtotal: 2000, shipping_methods: [{ price: 200 }] })
  })

  test('a payment session is initiated again if the cart has changed, and the first one is deleted', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    const { initiate } = bank
    bank.initiate = async (payment) => {
      if (calls.length === 0) await expectSuccess(add(cart, variant.id))
      return initiate(payment)
    }
    const { body } = await createSessions(cart)
    expect(body.cart.payment_session).toMatchObject({ amount: 2400, data: { begun: 2400 } })
    await waitUntil(() => calls.length === 3)
    expect(calls).toEqual(['initiate 1200', 'initiate 2400', 'delete 1200'])
  })

  test('a cart that changes during every call leads to a conflict', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    carrier.calculatePrice = async () => {
      calls.push('price')
      await expectSuccess(add(cart, variant.id))
      return 100
    }
    const { status, body } = await addShippingMethod(cart, calculated)
    expect([status, body.type]).toEqual([409, 'conflict'])
    expect(calls.length).toBeLessThan(10)
    expect((await readCart(cart)).shipping_methods).toEqual([])
  })
})

test('a refusal of a carrier changes nothing', async () => {
  const cart = await openCart()
  carrier.validateMethod = async () => {
    throw new InvalidData('There is no such pick-up point')
  }
  await expectError(addShippingMethod(cart, flat, { point: 7 }), 400, 'invalid_data', 'There is no such pick-up point')
  expect((await readCart(cart)).shipping_methods).toEqual([])
})

test('a request repeated with its idempotency key calls the provider once', async () => {
  const cart = await openCart()
  const key = { 'idempotency-key': `ship-${cart.id}` }
  const send = () => shop.post(`${cartPath(cart)}/shipping-methods`, { option_id: calculated.id }, key)
  const [one, other] = [await send(), await send()]
  expect([one.status, other.body]).toEqual([200, one.body])
  expect(calls).toEqual(['price of 1000'])
})

describe('refreshing a session', () => {
  test('a refresh deletes the previous session at the provider after the cart has the new one', async () => {
    const cart = await openCart()
    await expectSuccess(createSessions(cart))
    const { initiate } = bank
    bank.initiate = async () => {
      expect(calls).not.toContain('delete 1200')
      await initiate(fake({ amount: 1200 }))
      return { data: { begun: 'anew' } }
    }
    const { body } = await shop.post(`${cartPath(cart)}/payment-sessions/bank/refresh`)
    expect(body.cart.payment_session.data).toEqual({ begun: 'anew' })
    await waitUntil(() => calls.includes('delete 1200'))
    expect(calls).toEqual(['initiate 1200', 'initiate 1200', 'delete 1200'])
  })

  test('a failed refresh keeps the previous session', async () => {
    const cart = await openCart()
    await expectSuccess(createSessions(cart))
    bank.initiate = async () => {
      throw new Error('socket hang up')
    }
    expect((await shop.post(`${cartPath(cart)}/payment-sessions/bank/refresh`)).status).toBe(409)
    expect((await readCart(cart)).payment_session.data).toEqual({ begun: 1200 })
    expect(calls).toEqual(['initiate 1200'])
  })
})

test('a provider can be a class with private fields', async () => {
  const cart = await shop.given.cart({ region: await shop.given.region({ payment_providers: ['vault'] }) })
  await expectSuccess(createSessions(cart))
  const { body } = await add(cart, (await shop.given.variant()).id)
  expect(body.cart.payment_session.data).toEqual({ begun: 1, changed: 1 })
})

test('a draft order is shipped at the price of its carrier', async () => {
  const draftOrder = await shop.given.draftOrder({ region, option: calculated })
  expect(draftOrder.cart.shipping_methods).toMatchObject([{ price: 100 }])
  expect(calls).toEqual(['price of 1000'])
})

test('the prices of several shipping methods are requested at the same time', async () => {
  const sale = await createDeliveredLine(shop, { region })
  const replacement = await shop.given.variant({ stock: 10 })
  calls.length = 0
  const claim = refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: replacement.id, quantity: 1 }],
    shipping_methods: [1, 2, 3, 4].map((point) => ({ option_id: calculated.id, data: { point } })),
  })
  await expectSuccess(shop.admin.post(sale.path, claim))
  expect(calls).toEqual(Array(4).fill('price of 1000'))
})

test('the return of a claim is created once, after all price requests', async () => {
  const over = { price_type: 'calculated', amount: null }
  const returnOption = await shop.given.shippingOption(region, { ...over, is_return: true })
  const sale = await createDeliveredLine(shop, { region })
  const replacement = await shop.given.variant({ prices: [900], stock: 10 })
  carrier.createReturn = async ({ id }) => {
    calls.push(id)
    return { label: id }
  }
  calls.length = 0
  const claim = refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: replacement.id, quantity: 1 }],
    shipping_methods: [{ option_id: calculated.id }],
    return_shipping: { option_id: returnOption.id },
  })
  const { order } = await expectSuccess(shop.admin.post(sale.path, claim))
  const { return_order } = order.claims[0]
  expect(calls).toEqual(['price of 900', 'price of 1200', return_order.id])
  expect(return_order.shipping_data).toEqual({ label: return_order.id })
})
