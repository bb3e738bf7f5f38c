import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeliveredLine, type DeliveredLineOptions, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let inclusiveRegion: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  inclusiveRegion = await shop.given.region({ tax_rate: 20, includes_tax: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Sent {
  variant_id: string
  quantity: number
}

/** Claims units of a delivered line, and fulfills the replacement. Returns the lines of the replacement. */
async function replace(
  order: Identified,
  {
    item,
    quantity = 1,
    sent,
    of = region,
  }: { item: Identified; quantity?: number; sent: readonly Sent[]; of?: Region },
) {
  const option: ShippingOption = await shop.given.freeShippingOption(of)
  const path = `/admin/orders/${order.id}/claims`
  const claim_items = [{ item_id: item.id, quantity, reason: 'wrong_item' }]
  const methods = { shipping_methods: [{ option_id: option.id, price: 0 }] }
  const body = refundClaimBody({ item }, { type: 'replace', claim_items, additional_items: sent, ...methods })
  const { claims } = (await expectSuccess(shop.admin.post(path, body))).order
  const claim = claims.at(-1)!
  const fulfilled = (await expectSuccess(shop.admin.post(`${path}/${claim.id}/fulfillments`))).order
  return fulfilled.claims.find(({ id }) => id === claim.id)!.additional_items
}

const returnOf = async (order: Identified, items: { item_id: string; quantity: number }[]) =>
  (await expectSuccess(shop.post('/store/returns', { order_id: order.id, items }))).return

const refundedBy = async (order: Identified, item: Identified, quantity = 1) =>
  (await returnOf(order, [{ item_id: item.id, quantity }])).refund_amount

async function deliver(over: Partial<DeliveredLineOptions> & { percent?: number } = {}) {
  const { percent, ...options } = over
  const where = options.region ?? region
  const discounts = percent ? [(await shop.given.discount(where, { value: percent })).code] : []
  return createDeliveredLine(shop, { region: where, discounts, ...options })
}

describe('a replacement', () => {
  test.each([
    ['the same product', 6000, 6480],
    ['a dearer product', 9000, 6480],
    ['a cheaper product', 4000, 6480],
  ])('the return of %s refunds the paid price for the claimed unit', async (_, price, refund) => {
    const { order, item } = await deliver({ price: 6000, percent: 10 })
    const variant = await shop.given.regionalVariant(region, price)
    const variant_id = price === 6000 ? item.variant_id! : variant.id
    const [replacement] = await replace(order, { item, sent: [{ variant_id, quantity: 1 }] })
    expect(replacement).toMatchObject({ unit_price: price, refundable: refund })
    expect(await refundedBy(order, replacement!)).toBe(refund)
  })

  test('the return of a replacement with tax in its price refunds the paid price', async () => {
    const { order, item } = await deliver({ region: inclusiveRegion, price: 6000, percent: 50 })
    const sent = [{ variant_id: item.variant_id!, quantity: 1 }]
    const [replacement] = await replace(order, { item, sent, of: inclusiveRegion })
    expect(await refundedBy(order, replacement!)).toBe(3000)
  })

  test('partial returns of replacements and of the rest add up to the price of the line', async () => {
    const { order, item } = await deliver({ price: 333, quantity: 3, percent: 7 })
    const [replacement] = await replace(order, {
      item,
      quantity: 2,
      sent: [{ variant_id: item.variant_id!, quantity: 2 }],
    })
    const refunds = [
      await refundedBy(order, replacement!),
      await refundedBy(order, item),
      await refundedBy(order, replacement!),
    ]
    expect(refunds.reduce((total, refund) => total + refund, 0)).toBe(item.total)
  })

  test('a replacement of a replacement keeps the value of the first item', async () => {
    const { order, item } = await deliver({ price: 5000, percent: 30 })
    const others = [await shop.given.regionalVariant(region, 9900), await shop.given.regionalVariant(region, 10)]
    const [first] = await replace(order, { item, sent: [{ variant_id: others[0]!.id, quantity: 1 }] })
    const [second] = await replace(order, { item: first!, sent: [{ variant_id: others[1]!.id, quantity: 1 }] })
    expect(await refundedBy(order, second!)).toBe(4200)
  })

  test('a refund claim of a replacement refunds the paid price for the claimed unit', async () => {
    const sale = await deliver({ price: 6000, quantity: 3, percent: 10 })
    const { order, item } = sale
    const [replacement] = await replace(order, { item, sent: [{ variant_id: item.variant_id!, quantity: 1 }] })
    const claimed = (await expectSuccess(shop.admin.post(sale.path, refundClaimBody({ item: replacement! })))).order
    expect(claimed).toMatchObject({ refunded_total: 6480 })
    const again = shop.admin.post(sale.path, refundClaimBody({ item: replacement! }))
    await expectError(again, 400, 'not_allowed', 'Cannot claim more of an item than has been fulfilled.')
    expect(await refundedBy(order, item, 2)).toBe(2 * 6480)
  })

  test('a swap of a replacement credits the paid price for the claimed unit, with its tax', async () => {
    const { order, item } = await deliver({ price: 6000, percent: 50 })
    const [replacement] = await replace(order, { item, sent: [{ variant_id: item.variant_id!, quantity: 1 }] })
    const { swap } = await expectSuccess(
      shop.post('/store/swaps', {
        order_id: order.id,
        return_items: [{ item_id: replacement!.id, quantity: 1 }],
        additional_items: [{ variant_id: item.variant_id, quantity: 1 }],
      }),
    )
    expect(swap.cart).toMatchObject({ total: 0, tax_total: 0 })
    const { cart } = await expectSuccess(shop.get(`/store/carts/${swap.cart_id}`))
    expect(cart.items.find(({ is_return }) => is_return)).toMatchObject({ total: -3600, tax_total: -600 })
  })
})
