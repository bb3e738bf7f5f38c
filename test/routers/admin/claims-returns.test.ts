import { afterAll, beforeAll, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Claims and returns of the same items. */

const MORE = 'Cannot claim more of an item than has been fulfilled.'

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  option = await shop.given.shippingOption(region, { is_return: true, amount: 0 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const createShippedSale = (quantity: number) => createDeliveredLine(shop, { region, quantity })

type Sale = Awaited<ReturnType<typeof createShippedSale>>
const items = ({ item }: Sale, quantity: number) => ({ items: [{ item_id: item.id, quantity }] })
const stockOf = async ({ item }: Sale) =>
  (await expectSuccess(shop.admin.get(`/admin/variants/${item.variant_id}`))).variant.inventory_quantity
const orderOf = async ({ order }: Sale) => (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order

test('the return of a claim restocks items and refunds none of them again', async () => {
  const sale = await createShippedSale(3)
  const before = await stockOf(sale)
  const claim = refundClaimBody(sale, { return_shipping: { option_id: option.id } })
  const { order } = await expectSuccess(shop.admin.post(sale.path, claim))
  const { id } = order.claims[0].return_order
  await expectSuccess(shop.admin.post(`/admin/returns/${id}/receive`, items(sale, 1)))
  expect(await orderOf(sale)).toMatchObject({ refunded_total: 1200, items: [{ returned_quantity: 1 }] })
  expect(await stockOf(sale)).toBe(before + 1)
})

test('return items include the metadata of their lines', async () => {
  const sale = await createShippedSale(3)
  const engraved = { engraving: 'Ada' }
  await shop.orm.em.fork().nativeUpdate(LineItem, { id: sale.item.id }, { metadata: engraved })
  const claim = refundClaimBody(sale, { return_shipping: { option_id: option.id } })
  const { order } = await expectSuccess(shop.admin.post(sale.path, claim))
  expect(order.claims[0].return_order.items).toMatchObject([{ item_id: sale.item.id, metadata: engraved }])
})

test('items returned beyond the claimed quantity cannot be claimed', async () => {
  const sale = await createShippedSale(3)
  const claim = refundClaimBody(sale, { return_shipping: { option_id: option.id } })
  const { order } = await expectSuccess(shop.admin.post(sale.path, claim))
  await expectSuccess(shop.admin.post(`/admin/returns/${order.claims[0].return_order.id}/receive`, items(sale, 2)))
  const two = refundClaimBody(sale, { claim_items: [{ item_id: sale.item.id, quantity: 2, reason: 'other' }] })
  await expectError(shop.admin.post(sale.path, two), 400, 'not_allowed', MORE)
  expect((await shop.admin.post(sale.path, refundClaimBody(sale))).status).toBe(200)
})

test('simultaneous claims and returns never cover the same item twice', async () => {
  const sale = await createShippedSale(2)
  const returnPath = `/admin/orders/${sale.order.id}/return`
  const replies = await Promise.all(
    [1, 2, 3].flatMap(() => [
      shop.admin.post(sale.path, refundClaimBody(sale)),
      shop.admin.post(returnPath, items(sale, 1)),
    ]),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400])
})

test('alternating claims and returns refund the exact total of a line', async () => {
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 100 })
  const sale = await createDeliveredLine(shop, { region, price: 333, quantity: 3, discounts: [code] })
  const returnPath = `/admin/orders/${sale.order.id}/return`
  await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  await expectSuccess(shop.admin.post(returnPath, { ...items(sale, 1), receive_now: true }))
  await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  expect(await orderOf(sale)).toMatchObject({ refunded_total: sale.item.total, refundable_amount: 0 })
})

test('canceling a return allows claims for its items', async () => {
  const sale = await createShippedSale(1)
  const { order } = await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/return`, items(sale, 1)))
  await expectError(shop.admin.post(sale.path, refundClaimBody(sale)), 400, 'not_allowed', MORE)
  await expectSuccess(shop.admin.post(`/admin/returns/${order.returns[0].id}/cancel`))
  expect((await shop.admin.post(sale.path, refundClaimBody(sale))).status).toBe(200)
})
