import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { completeCart } from '#entities/checkout/complete-cart.ts'
import { processPaymentNotice } from '#entities/checkout/process-payment-notice.ts'
import { reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { Conflict, InvalidData } from '#entities/errors.ts'
import type { TaxRequest } from '#entities/market/tax/tax-port.ts'
import { now } from '#entities/values/clock.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { manualFulfillment } from '#server/providers/manual.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { hostedBank } from '#test/support/hosted-bank.ts'
import { noticeOf } from '#test/support/hosted-shop.ts'
import { endPaymentLeases } from '#test/support/remote-bank.ts'
import type { Cart, Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'
import { taxesOf, taxOffice } from '#test/support/tax-office.ts'

/* Completions by a server that has no cached answer of the tax provider: a second one, or one after a restart. */

const office = taxOffice()
const card = dummyCard()
const hosted = hostedBank()
const shipments: string[] = []
const carrier = {
  ...manualFulfillment,
  id: 'carrier',
  createReturn: async ({ id }: { id: string }) => {
    shipments.push(id)
    return { label: id }
  },
}
const plugin = definePlugin({
  name: 'tax-office',
  provides: { tax: [office], payment: [card, hosted], fulfillment: [carrier] },
})

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  shop = await openTestShop({ plugins: [plugin], config: { logLevel: 'silent' } })
  region = await taxedRegion('manual')
  option = await shop.given.shippingOption(region, { amount: 0 })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  office.reset()
  shipments.length = 0
})

const servers = new AsyncDisposableStack()
afterAll(() => servers.disposeAsync())

/** A server with an empty cache. */
async function startServer() {
  const parts = readParts([plugin], {})
  const orm = await openDatabase(shop.databaseUrl, {}, parts)
  servers.defer(() => orm.close())
  const { payment } = parts.providers
  return {
    complete: ({ id }: Identified) =>
      completeCart(orm.em.fork(), payment, { id, buildAnswer: async (_, completion) => completion }),
    reconcile: () => reconcilePayments(orm.em.fork(), payment, { before: now() }),
    receive: (notice: Parameters<typeof noticeOf>[0]) =>
      processPaymentNotice(orm.em.fork(), payment, { provider_id: hosted.id, notice: noticeOf(notice, 'authorized') }),
  }
}

/** A region with 20 % by its own rates, and 8 % by the tax office. */
async function taxedRegion(...payment_providers: PaymentProvider['id'][]): Promise<Region> {
  const { id } = await shop.given.region({ payment_providers, fulfillment_providers: ['manual', 'carrier'] })
  return (await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { tax_provider_id: office.id }))).region
}

const cartPath = ({ id }: Identified) => `/store/carts/${id}` as const
const readCart = async (cart: Identified) => (await expectSuccess(shop.get(cartPath(cart)))).cart
const readOrder = async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/orders/cart/${id}`))).order
const add = async (cart: Identified) =>
  expectSuccess(shop.post(`${cartPath(cart)}/line-items`, { variant_id: (await shop.given.variant()).id, quantity: 1 }))
const breakOffice = () => {
  office.answer = () => Promise.reject(new TypeError('fetch failed'))
}

describe('the answer for a completion', () => {
  test('a server without an answer requests it before the order', async () => {
    const cart = await shop.given.payableCart({ region })
    office.requests.length = 0
    const server = await startServer()
    expect(await server.complete(cart)).toMatchObject({ type: 'order' })
    expect(office.requests.length).toBe(1)
    expect(await readOrder(cart)).toMatchObject({ total: 1080, items: [{ tax_lines: [{ rate: 8 }] }] })
  })

  test('a cart that changes during the request becomes an order with the taxes of its new goods', async () => {
    const cart = await shop.given.payableCart({ region })
    const server = await startServer()
    office.answer = async (request) => {
      office.answer = async (next: TaxRequest) => taxesOf(next, 8)
      await add(cart)
      await shop.given.chooseShipping(cart)
      return taxesOf(request, 50)
    }
    expect(await server.complete(cart)).toMatchObject({ type: 'order' })
    const order = await readOrder(cart)
    expect(order.total).toBe(2160)
    expect(order.items.map((line) => line.tax_lines.map(({ rate }) => rate))).toEqual([[8], [8]])
  })

  test('a cart that another request completes during the request gives one order', async () => {
    const cart = await shop.given.payableCart({ region })
    const server = await startServer()
    office.answer = async (request) => {
      await expectSuccess(shop.post(`${cartPath(cart)}/complete`))
      return taxesOf(request, 8)
    }
    const { id } = await readCart(cart)
    expect(await server.complete({ id })).toMatchObject({ type: 'order', id: (await readOrder(cart)).id })
  })

  test('a customer agrees to other taxes before the order', async () => {
    const cart = await shop.given.payableCart({ region })
    const server = await startServer()
    office.answer = async (request) => taxesOf(request, 10)
    expect(await server.complete(cart)).toMatchObject({ type: 'waiting', payment_status: 'requires_more' })
    expect((await readCart(cart)).payment_session.amount).toBe(1100)
    expect(await server.complete(cart)).toMatchObject({ type: 'order' })
    expect((await readOrder(cart)).total).toBe(1100)
  })

  test('a customer agrees to the rates of the region if the provider has failed since', async () => {
    const cart = await shop.given.payableCart({ region })
    const server = await startServer()
    breakOffice()
    expect(await server.complete(cart)).toMatchObject({ type: 'waiting', payment_status: 'requires_more' })
    expect(await server.complete(cart)).toMatchObject({ type: 'order' })
    expect((await readOrder(cart)).total).toBe(1200)
  })
})

describe('a payment that has begun', () => {
  let cardRegion: Region
  let hostedRegion: Region
  beforeAll(async () => {
    cardRegion = await taxedRegion(card.id)
    hostedRegion = await taxedRegion(hosted.id)
  })
  afterEach(() => {
    card.ledger.clear()
    hosted.ledger.clear()
  })

  async function payWithLostResponse(): Promise<Cart> {
    const cart = await shop.given.payableCart({ region: cardRegion })
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions/${card.id}`, { data: { card: 'lost' } }))
    expect((await shop.post(`${cartPath(cart)}/complete`)).status).toBe(409)
    await endPaymentLeases(shop)
    return cart
  }
  const chargesOf = (cart: Identified) =>
    [...card.ledger.values()].filter(({ cart_id }) => cart_id === cart.id).map(({ status }) => status)

  test('a failed tax provider does not cancel the payment, and the reconciliation places the order later', async () => {
    const cart = await payWithLostResponse()
    breakOffice()
    await (await startServer()).reconcile()
    expect(chargesOf(cart)).toEqual(['authorized'])
    office.reset()
    await endPaymentLeases(shop)
    await (await startServer()).reconcile()
    expect(await readOrder(cart)).toMatchObject({ total: 1080, paid_total: 1080 })
  })

  test('a completion during the failure is a conflict, and the next one places the order', async () => {
    const cart = await payWithLostResponse()
    breakOffice()
    await expect((await startServer()).complete(cart)).rejects.toThrow(Conflict)
    expect(chargesOf(cart)).toEqual(['authorized'])
    expect((await expectSuccess(shop.post(`${cartPath(cart)}/complete`))).type).toBe('order')
  })

  test('other taxes cancel the payment, and the customer agrees to the new total', async () => {
    const cart = await payWithLostResponse()
    office.answer = async (request) => taxesOf(request, 10)
    await (await startServer()).reconcile()
    expect(chargesOf(cart)).toEqual(['canceled'])
    expect((await readCart(cart)).completed_at).toBeNull()
  })

  test('a notice about a paid cart waits for the tax provider', async () => {
    const cart = await shop.given.payableCart({ region: hostedRegion })
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-session`, { provider_id: hosted.id }))
    const payment = hosted.pay(cart)
    breakOffice()
    await expect((await startServer()).receive(payment)).rejects.toThrow(Conflict)
    expect(payment.status).toBe('authorized')
    office.reset()
    await (await startServer()).receive(payment)
    expect(await readOrder(cart)).toMatchObject({ total: 1080, paid_total: 1080 })
  })
})

describe('after the sale', () => {
  const swaps = swapActions(
    () => shop,
    () => ({ region, option }),
  )

  test('a swap has the taxes of the provider, and its return is sent to the carrier once', async () => {
    const { order, item } = await swaps.placeFulfilledOrder()
    expect(order.total).toBe(1080)
    office.answer = async (request) => taxesOf(request, 5)
    const data = { id: 'manual-fulfillment-return' }
    const returnOption = await shop.given.shippingOption(region, { is_return: true, provider_id: 'carrier', data })
    const variant = await shop.given.regionalVariant(region, 2000)
    const { swap } = await expectSuccess(
      shop.post('/store/swaps', {
        order_id: order.id,
        return_items: [{ item_id: item.id, quantity: 1 }],
        additional_items: [{ variant_id: variant.id, quantity: 1 }],
        return_shipping_option: returnOption.id,
      }),
    )
    expect(shipments).toEqual([swap.return_order.id])
    expect(swap.return_order.shipping_data).toEqual({ label: swap.return_order.id })
    expect(swap.cart).toMatchObject({ total: 2100 + 600 - 1080, items: [{ tax_lines: [{ rate: 5 }] }, {}, {}] })
    expect(office.requests.at(-1)?.lines).toMatchObject([{ variant_id: variant.id }])
  })

  const edit = async (order: Identified) => {
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
    return `/admin/order-edits/${order_edit.id}/items` as const
  }

  test('an item that an order edit adds has the taxes of the provider for the address of the order', async () => {
    const order = await shop.given.order({ region, option })
    office.requests.length = 0
    office.answer = async (request) => taxesOf(request, 5)
    const variant = await shop.given.variant()
    const { order_edit } = await expectSuccess(
      shop.admin.post(await edit(order), { variant_id: variant.id, quantity: 2 }),
    )
    expect(order_edit).toMatchObject({ total: 1080 + 2100, difference_due: 2100 })
    expect(office.requests).toMatchObject([
      { shipping_address: { city: 'Town' }, customer_id: null, lines: [{ variant_id: variant.id, amount: 2000 }] },
    ])
  })

  test('a refused address refuses the item, and a failure leaves the rates of the region', async () => {
    const order = await shop.given.order({ region, option })
    const path = await edit(order)
    office.answer = () => Promise.reject(new InvalidData('The postal code does not exist'))
    const add = async () => shop.admin.post(path, { variant_id: (await shop.given.variant()).id, quantity: 1 })
    await expectError(add(), 400, 'invalid_data', 'The postal code does not exist')
    breakOffice()
    expect((await expectSuccess(add())).order_edit.difference_due).toBe(1200)
  })

  test('a replacement of a claim has the taxes of the provider', async () => {
    const sale = await createDeliveredLine(shop, { region })
    const replacement = await shop.given.variant({ stock: 10 })
    office.answer = async (request) => taxesOf(request, 5)
    const claim = refundClaimBody(sale, {
      type: 'replace',
      additional_items: [{ variant_id: replacement.id, quantity: 1 }],
    })
    await expectSuccess(shop.admin.post(sale.path, claim))
    const path = `/admin/orders/${sale.order.id}?expand=claims.additional_items.tax_lines` as const
    const { order } = await expectSuccess(shop.admin.get(path))
    expect(order.claims[0]?.additional_items[0]?.tax_lines).toMatchObject([{ rate: 5 }])
  })
})
