import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { InvalidData } from '#entities/errors.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* Nothing is held while a provider over the network is asked: whoever waits for it keeps nobody else from the shop. */

const POOL_SIZE = 10
const remote = { patience: 60_000 }

/** Answers by what the tests put in place of it; remembers what it was asked. */
const asked: string[] = []
const parcels = { ...manualFulfillment, canCalculate: async () => true }
const carrier = { ...parcels, remote }
const bank = { ...manualPayment, id: 'bank', remote: { ...remote, outcomeOf: async () => undefined } }

/** Keeps what is its alone, as classes do. */
class Vault {
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
let region: Json
let flat: Json
let calculated: Json
beforeAll(async () => {
  const payments = providersWith(bank, new Vault() as never)
  shop = await openTestShop({ providers: { ...payments, fulfillment: new Map([['manual', carrier]]) } })
  region = await shop.given.region({ payment_providers: [bank.id] })
  flat = await shop.given.shippingOption(region)
  calculated = await shop.given.shippingOption(region, { price_type: 'calculated', amount: null })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  asked.length = 0
  Object.assign(carrier, parcels)
  carrier.calculatePrice = async (_option, _data, { subtotal }) => {
    asked.push(`price of ${subtotal}`)
    return subtotal / 10
  }
  Object.assign(bank, manualPayment, { id: 'bank' })
  bank.initiate = async ({ amount }) => {
    asked.push(`initiate ${amount}`)
    return { data: { begun: amount } }
  }
  bank.update = async (data, { amount }) => {
    asked.push(`update ${amount}`)
    return { data }
  }
  bank.delete = async ({ begun }) => void asked.push(`delete ${begun}`)
})

const at = ({ id }: Json) => `/store/carts/${id}`
const read = async (cart: Json): Promise<Json> => (await shop.get(at(cart))).body.cart
const ship = (cart: Json, option: Json, data = {}) =>
  shop.post(`${at(cart)}/shipping-methods`, { option_id: option.id, data })
const pay = (cart: Json, headers = {}) => shop.post(`${at(cart)}/payment-sessions`, undefined, headers)
const add = (cart: Json, variant_id: string) => shop.post(`${at(cart)}/line-items`, { variant_id, quantity: 1 })
const openCart = () => shop.given.cart({ region })

/** What is waited for until it is opened. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  return { promise, open }
}

test('more customers than there are connections wait for a carrier, and the shop goes on', async () => {
  const { promise, open } = gate()
  let waiting = 0
  carrier.validateMethod = async (_option, data) => {
    waiting++
    await promise
    return data
  }
  const carts = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, openCart))
  const shipped = carts.map((cart) => ship(cart, flat))
  await waitUntil(() => waiting === carts.length)
  expect((await add(carts[0]!, (await shop.given.variant()).id)).status).toBe(200)
  open()
  for (const { status, body } of await Promise.all(shipped))
    expect([status, body.cart.shipping_methods.length]).toEqual([200, 1])
})

test('more customers than there are connections wait for a bank, and the shop goes on', async () => {
  const { promise, open } = gate()
  const { initiate } = bank
  let waiting = 0
  bank.initiate = async (payment) => {
    waiting++
    await promise
    return initiate(payment)
  }
  const carts = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, openCart))
  const begun = carts.map((cart) => pay(cart))
  await waitUntil(() => waiting === carts.length)
  expect((await shop.get('/store/regions')).status).toBe(200)
  open()
  for (const { status, body } of await Promise.all(begun))
    expect([status, body.cart.payment_session.data]).toEqual([200, { begun: 1200 }])
  expect(asked).not.toContain('delete 1200')
})

describe('where the cart changes while a provider is asked', () => {
  test('its shipping costs what the carrier asks for what is in it then', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    const { calculatePrice } = carrier
    carrier.calculatePrice = async (...question) => {
      if (asked.length === 0) await expectSuccess(add(cart, variant.id))
      return calculatePrice(...question)
    }
    const { body } = await ship(cart, calculated)
    expect(asked).toEqual(['price of 1000', 'price of 2000'])
    expect(body.cart).toMatchObject({ subtotal: 2000, shipping_methods: [{ price: 200 }] })
  })

  test('its payment is what it costs then, and the one begun before is ended', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    const { initiate } = bank
    bank.initiate = async (payment) => {
      if (asked.length === 0) await expectSuccess(add(cart, variant.id))
      return initiate(payment)
    }
    const { body } = await pay(cart)
    expect(body.cart.payment_session).toMatchObject({ amount: 2400, data: { begun: 2400 } })
    await waitUntil(() => asked.length === 3)
    expect(asked).toEqual(['initiate 1200', 'initiate 2400', 'delete 1200'])
  })

  test('again and again, it is in conflict', async () => {
    const cart = await openCart()
    const variant = await shop.given.variant()
    carrier.calculatePrice = async () => {
      asked.push('price')
      await expectSuccess(add(cart, variant.id))
      return 100
    }
    const { status, body } = await ship(cart, calculated)
    expect([status, body.type]).toEqual([409, 'conflict'])
    expect(asked.length).toBeLessThan(10)
    expect((await read(cart)).shipping_methods).toEqual([])
  })
})

test('what a carrier refuses is refused, and nothing is changed', async () => {
  const cart = await openCart()
  carrier.validateMethod = async () => {
    throw new InvalidData('There is no such pick-up point')
  }
  await expectError(ship(cart, flat, { point: 7 }), 400, 'invalid_data', 'There is no such pick-up point')
  expect((await read(cart)).shipping_methods).toEqual([])
})

test('a request with a key asks once, however often it is sent', async () => {
  const cart = await openCart()
  const key = { 'idempotency-key': `ship-${cart.id}` }
  const send = () => shop.post(`${at(cart)}/shipping-methods`, { option_id: calculated.id }, key)
  const [one, other] = [await send(), await send()]
  expect([one.status, other.body]).toEqual([200, one.body])
  expect(asked).toEqual(['price of 1000'])
})

describe('a payment that is begun anew', () => {
  test('is another one, and the one before is ended once the cart has it', async () => {
    const cart = await openCart()
    await expectSuccess(pay(cart))
    const { initiate } = bank
    bank.initiate = async () => {
      expect(asked).not.toContain('delete 1200')
      await initiate({ amount: 1200 } as never)
      return { data: { begun: 'anew' } }
    }
    const { body } = await shop.post(`${at(cart)}/payment-sessions/bank/refresh`)
    expect(body.cart.payment_session.data).toEqual({ begun: 'anew' })
    await waitUntil(() => asked.includes('delete 1200'))
    expect(asked).toEqual(['initiate 1200', 'initiate 1200', 'delete 1200'])
  })

  test('and cannot be, leaves the one before as it is', async () => {
    const cart = await openCart()
    await expectSuccess(pay(cart))
    bank.initiate = async () => {
      throw new Error('socket hang up')
    }
    expect((await shop.post(`${at(cart)}/payment-sessions/bank/refresh`)).status).toBe(409)
    expect((await read(cart)).payment_session.data).toEqual({ begun: 1200 })
    expect(asked).toEqual(['initiate 1200'])
  })
})

test('a bank may be a class that keeps what is its alone', async () => {
  const cart = await shop.given.cart({ region: await shop.given.region({ payment_providers: ['vault'] }) })
  await expectSuccess(pay(cart))
  const { body } = await add(cart, (await shop.given.variant()).id)
  expect(body.cart.payment_session.data).toEqual({ begun: 1, changed: 1 })
})

test('a draft order is shipped at the price of its carrier', async () => {
  const { draft_order } = await expectSuccess(
    shop.admin.post('/admin/draft-orders', {
      email: 'ada@example.com',
      region_id: region.id,
      items: [{ variant_id: (await shop.given.variant()).id, quantity: 1 }],
      shipping_methods: [{ option_id: calculated.id }],
    }),
  )
  expect(draft_order.cart.shipping_methods).toMatchObject([{ price: 100 }])
  expect(asked).toEqual(['price of 1000'])
})

test('several shipping methods of a claim are asked for at once', async () => {
  const sale = await createDeliveredLine(shop, { region })
  const spare = await shop.given.variant({ stock: 10 })
  asked.length = 0
  const claim = refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: spare.id, quantity: 1 }],
    shipping_methods: [1, 2, 3, 4].map((point) => ({ option_id: calculated.id, data: { point } })),
  })
  await expectSuccess(shop.admin.post(sale.path, claim))
  expect(asked).toEqual(Array(4).fill('price of 1000'))
})

test('a carrier brings back once what a claim asks back, after all that it was asked for it', async () => {
  const over = { price_type: 'calculated', amount: null }
  const back = await shop.given.shippingOption(region, { ...over, is_return: true })
  const sale = await createDeliveredLine(shop, { region })
  const spare = await shop.given.variant({ prices: [900], stock: 10 })
  carrier.createReturn = async ({ id }) => {
    asked.push(id)
    return { label: id }
  }
  asked.length = 0
  const claim = refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: spare.id, quantity: 1 }],
    shipping_methods: [{ option_id: calculated.id }],
    return_shipping: { option_id: back.id },
  })
  const { order } = await expectSuccess(shop.admin.post(sale.path, claim))
  const { return_order } = order.claims[0]
  expect(asked).toEqual(['price of 900', 'price of 1200', return_order.id])
  expect(return_order.shipping_data).toEqual({ label: return_order.id })
})
