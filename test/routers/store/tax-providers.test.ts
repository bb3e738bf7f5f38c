import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { InvalidData } from '#entities/errors.ts'
import type { ProvidedTaxes } from '#entities/market/tax/tax-port.ts'
import { openProcedure, readPricedCart, rest, router } from '#server/index.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { manualPayment } from '#server/providers/manual.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { taxesOf, taxOffice } from '#test/support/tax-office.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const POOL_SIZE = 10

const office = taxOffice()
const deletedPayments: unknown[] = []
const bank = {
  ...manualPayment,
  id: 'bank',
  remote: { timeoutMs: 1000, outcomeOf: async () => undefined },
  delete: async (data: object) => void deletedPayments.push(data),
}
/** Prices a cart in a mutation of a plugin, in a transaction. */
const quotes = definePlugin({
  name: 'quotes',
  store: router({
    create: openProcedure
      .meta(rest('POST', '/quotes/{id}', 'Quote a cart'))
      .input(z.strictObject({ id: z.string() }))
      .output(z.object({ total: z.int() }))
      .mutation(async ({ ctx, input }) => ({ total: (await readPricedCart(ctx.em, input.id)).totals.total })),
  }),
})
let log = ''
const logger = pino({ level: 'warn' }, { write: (text: string) => (log += text) })

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  const plugin = definePlugin({ name: 'tax-office', provides: { tax: [office], payment: [bank] } })
  shop = await openTestShop({ plugins: [plugin, quotes], logger, poolMax: POOL_SIZE })
  region = await taxedRegion()
  option = await shop.given.shippingOption(region)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  office.reset()
  deletedPayments.length = 0
  log = ''
})

/** A region with 20 % by its own rates, and 8 % by the tax office. */
async function taxedRegion(overrides = {}): Promise<Region> {
  const { id } = await shop.given.region(overrides)
  return (await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { tax_provider_id: office.id }))).region
}

const cartPath = ({ id }: Identified) => `/store/carts/${id}` as const
const readCart = async (cart: Identified) => (await expectSuccess(shop.get(cartPath(cart)))).cart
const complete = (cart: Identified) => shop.post(`${cartPath(cart)}/complete`)
const add = async (cart: Identified) =>
  shop.post(`${cartPath(cart)}/line-items`, { variant_id: (await shop.given.variant()).id, quantity: 1 })
const CITY = { rate: 8, name: 'City', code: 'city' }

test('each mutation and each job that prices a cart gets the answer of the tax provider', async () => {
  const untaxed = await taxedRegion({ automatic_taxes: false })
  const [quoted, read] = [await shop.given.cart({ region: untaxed }), await shop.given.cart({ region: untaxed })]
  expect(office.requests).toHaveLength(0)
  const { store } = createShopClient<{ plugins: [typeof quotes] }>({ url: shop.url })
  expect(await store.quotes.create.mutate({ id: quoted.id })).toEqual({ total: 1080 })
  expect((await readPricedCart(shop.orm.em.fork(), read.id)).totals.total).toBe(1080)
  expect(office.requests.length).toBeGreaterThan(0)
})

describe('the rates of a tax provider', () => {
  test('a cart and its order have the rates of the tax provider of their region', async () => {
    const cart = await shop.given.payableCart({ region, option })
    expect(cart).toMatchObject({
      tax_total: 120,
      total: 1620,
      items: [{ tax_lines: [CITY], tax_total: 80 }],
      shipping_methods: [{ tax_lines: [CITY], tax_total: 40 }],
      payment_session: { amount: 1620 },
    })
    const { data } = await expectSuccess(complete(cart))
    office.answer = async (request) => taxesOf(request, 99)
    const { order } = await expectSuccess(shop.get(`/store/orders/${data.id}`))
    expect(order).toMatchObject({ tax_total: 120, total: 1620, items: [{ tax_lines: [CITY] }] })
  })

  test('a request has the goods, their discounted amounts, their rates and the address', async () => {
    const { code } = await shop.given.discount(region)
    const variant = await shop.given.variant()
    const lines = [[variant, 2]] as const
    const cart = await shop.given.payableCart({ region, option, lines, discounts: [code] })
    const rates = [{ rate: 20, name: 'default', code: 'default' }]
    expect(office.requests.at(-1)).toEqual({
      region_id: region.id,
      tax_code: null,
      currency_code: 'eur',
      customer_id: null,
      shipping_address: {
        company: null,
        address_1: 'Main Street 1',
        address_2: null,
        city: 'Town',
        province: null,
        postal_code: '1000',
        country_code: addressIn(region).country_code,
      },
      lines: [
        {
          id: 'line_1',
          product_id: variant.product_id,
          variant_id: variant.id,
          quantity: 2,
          amount: 1800,
          includes_tax: false,
          rates,
        },
      ],
      shipping_methods: [{ id: 'shipping_1', shipping_option_id: option.id, amount: 500, includes_tax: false, rates }],
    })
    expect(cart.total).toBe(1800 + 144 + 500 + 40)
  })

  test('the id of a customer with an account is part of the request', async () => {
    const customer = await shop.given.customer()
    await shop.given.cart({ region, by: customer })
    expect(office.requests.at(-1)?.customer_id).toBe(customer.id)
  })

  test('a price with tax contains the tax of the provider', async () => {
    const grossRegion = await taxedRegion({ includes_tax: true })
    const variant = await shop.given.regionalVariant(grossRegion, 1080)
    const cart = await shop.given.cart({ region: grossRegion, lines: [[variant, 1]] })
    expect(office.requests.at(-1)?.lines).toMatchObject([{ amount: 1080, includes_tax: true }])
    expect(cart).toMatchObject({ total: 1080, tax_total: 80, subtotal: 1000 })
  })

  test('equal goods of several carts need one request', async () => {
    const variant = await shop.given.variant()
    const carts = [
      await shop.given.cart({ region, lines: [[variant, 1]] }),
      await shop.given.cart({ region, lines: [[variant, 1]] }),
    ]
    for (const cart of carts) expect((await readCart(cart)).total).toBe(1080)
    await Promise.all(carts.map(async (cart) => expect((await readCart(cart)).total).toBe(1080)))
    expect(office.requests.length).toBe(1)
  })

  test('a region without a tax provider does not ask one', async () => {
    expect((await shop.given.cart()).total).toBe(1200)
    expect(office.requests).toEqual([])
  })

  test('a region without automatic taxes asks only if taxes are needed', async () => {
    const manualRegion = await taxedRegion({ automatic_taxes: false })
    const cart = await shop.given.cart({ region: manualRegion })
    expect([cart.total, office.requests.length]).toEqual([1000, 0])
    const { body } = await shop.post(`${cartPath(cart)}/taxes`)
    expect([body.cart.total, office.requests.length]).toEqual([1080, 1])
  })

  test('the explanation of a total has the taxes of the provider', async () => {
    const cart = await shop.given.cart({ region })
    const { total } = await expectSuccess(shop.get(`${cartPath(cart)}/totals/explain`))
    expect(JSON.stringify(total)).toContain('"City"')
  })

  test('a draft order is created, changed and paid with the taxes of the provider', async () => {
    const draft = await shop.given.draftOrder({ region, option })
    expect(draft.cart).toMatchObject({ tax_total: 120, total: 1620 })
    const path = `/admin/draft-orders/${draft.id}` as const
    await expectSuccess(shop.admin.post(`${path}/line-items/${draft.cart.items[0].id}`, { quantity: 2 }))
    const requests = office.requests.length
    await expectSuccess(shop.admin.get('/admin/draft-orders'))
    expect(office.requests.length).toBe(requests)
    const { order } = await expectSuccess(shop.admin.post(`${path}/pay`))
    expect(order).toMatchObject({ tax_total: 200, total: 2700, items: [{ tax_lines: [CITY] }] })
  })
})

describe('administration', () => {
  test('the providers are listed, and a region accepts only one of them', async () => {
    const { tax_providers } = await expectSuccess(shop.admin.get('/admin/store/tax-providers'))
    expect(tax_providers).toEqual([{ id: office.id, is_installed: true }])
    expect(region.tax_provider_id).toBe(office.id)
    const path = `/admin/regions/${region.id}` as const
    await expectError(
      shop.admin.post(path, { tax_provider_id: 'nobody' }),
      400,
      'invalid_data',
      'Tax provider not found',
    )
  })

  test('a region uses its own rates again after the removal of its provider', async () => {
    const formerRegion = await taxedRegion()
    const cart = await shop.given.cart({ region: formerRegion })
    await expectSuccess(shop.admin.post(`/admin/regions/${formerRegion.id}`, { tax_provider_id: null }))
    expect((await readCart(cart)).total).toBe(1200)
  })
})

describe('a tax provider that fails', () => {
  const never = () => new Promise<never>(() => {})
  test.each<[string, () => Promise<unknown>]>([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['does not answer', never],
    ['answers nothing', async () => undefined],
    ['answers a text', async () => '8 %'],
    ['answers a negative rate', async () => ({ line_1: [{ ...CITY, rate: -8 }] })],
    ['answers a rate above 100', async () => ({ line_1: [{ ...CITY, rate: 108 }] })],
    ['answers a rate that is no number', async () => ({ line_1: [{ ...CITY, rate: Number.NaN }] })],
    ['answers a name that cannot be stored', async () => ({ line_1: [{ ...CITY, name: '\0' }] })],
    ['omits a line', async () => ({})],
    ['adds an unknown line', async () => ({ line_1: [CITY], line_2: [CITY] })],
  ])('a provider that %s leaves the rates of the region to the cart and the order', async (_, answer) => {
    if (answer === never) office.timeoutMs = 20
    office.answer = () => untyped(answer())
    const cart = await shop.given.payableCart({ region })
    expect(cart).toMatchObject({ total: 1200, items: [{ tax_lines: [{ rate: 20, code: 'default' }] }] })
    expect(log).toContain('The tax provider gave no valid answer')
    const { type, data } = await expectSuccess(complete(cart))
    expect([type, data]).toMatchObject(['order', { total: 1200 }])
  })

  test('an exempt line has no tax', async () => {
    office.answer = async () => ({ line_1: [] })
    expect(await shop.given.cart({ region })).toMatchObject({ total: 1000, items: [{ tax_lines: [] }] })
  })

  test('a failure is not asked again at once', async () => {
    office.answer = () => Promise.reject(new TypeError('fetch failed'))
    const cart = await shop.given.cart({ region })
    await readCart(cart)
    expect(office.requests.length).toBe(1)
  })

  test('a cart that the provider refuses has the rates of the region and cannot be completed', async () => {
    office.answer = async (request) => {
      if (request.shipping_address?.postal_code === '9999') throw new InvalidData('The postal code does not exist')
      return taxesOf(request, 8)
    }
    const cart = await shop.given.payableCart({ region })
    const address = { ...addressIn(region), postal_code: '9999' }
    const { body } = await shop.post(cartPath(cart), { shipping_address: address })
    expect(body.cart.total).toBe(1200)
    await expectError(complete(cart), 400, 'invalid_data', 'The postal code does not exist')
    await expectSuccess(shop.post(cartPath(cart), { shipping_address: { ...address, postal_code: '1000' } }))
    expect((await expectSuccess(complete(cart))).data).toMatchObject({ total: 1080 })
  })
})

describe('concurrent requests', () => {
  test('more customers than connections can wait for a tax provider without blocking the shop', async () => {
    const { promise, resolve } = Promise.withResolvers<ProvidedTaxes>()
    const variants = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, () => shop.given.variant()))
    office.answer = () => promise
    const carts = variants.map((variant) => shop.given.cart({ region, lines: [[variant, 1]] }))
    await waitUntil(() => office.requests.length === variants.length)
    expect((await shop.get('/store/regions')).status).toBe(200)
    resolve(taxesOf(office.requests[0]!, 8))
    for (const cart of carts) expect((await cart).total).toBe(1080)
  })

  test('a cart that changes during the request gets the taxes of its new goods', async () => {
    const cart = await shop.given.cart({ region })
    office.answer = async (request) => {
      office.answer = async (next) => taxesOf(next, 10)
      await expectSuccess(add(cart))
      return taxesOf(request, 50)
    }
    const { body } = await shop.post(cartPath(cart), { shipping_address: addressIn(region) })
    expect(body.cart).toMatchObject({ subtotal: 2000, tax_total: 200 })
    expect((await readCart(cart)).total).toBe(2200)
  })

  test('a cart that changes during every request leads to a conflict', async () => {
    const cart = await shop.given.cart({ region })
    let changes = 0
    office.answer = async (request) => {
      if (request.shipping_address?.city === 'Town') {
        changes++
        await expectSuccess(add(cart))
      }
      return taxesOf(request, 8)
    }
    const { status, body } = await shop.post(cartPath(cart), { shipping_address: addressIn(region) })
    expect([status, body.type]).toEqual([409, 'conflict'])
    expect(changes).toBeLessThan(10)
    expect((await readCart(cart)).shipping_address?.city ?? null).toBeNull()
  })

  test('a change of the region deletes the payment once, after the tax provider has answered', async () => {
    const payments = { payment_providers: [bank.id] }
    const [from, to] = [await taxedRegion(payments), await taxedRegion(payments)]
    const cart = await shop.given.payableCart({ region: from })
    office.answer = async (request) => {
      expect(deletedPayments).toEqual([])
      return taxesOf(request, 5)
    }
    const { body } = await shop.post(cartPath(cart), { region_id: to.id })
    expect(body.cart).toMatchObject({ region_id: to.id, total: 1050, payment_sessions: [] })
    expect(deletedPayments.length).toBe(1)
  })
})
