import { describe, expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

const { shop, region, option, orders } = await useOrderShop()
const { given, admin } = shop

const query = (ids: readonly string[], more = '') => `?${ids.map((id) => `ids[]=${id}`).join('&')}${more}` as const
const read = (ids: readonly string[], more = '') => expectSuccess(admin.get(`/admin/packing-slips${query(ids, more)}`))
const readPdf = async (ids: readonly string[], more = '') => {
  const { pdf } = await expectSuccess(admin.get(`/admin/packing-slips/pdf${query(ids, more)}`))
  return { ...pdf, bytes: Buffer.from(pdf.content, 'base64') }
}
const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0

let serial = 0
const mugVariant = ({ title = 'Mug' } = {}) =>
  given.variant({
    title,
    handle: `mug-${++serial}`,
    variants: [
      {
        title: 'Blue',
        sku: `MUG-${serial}`,
        ean: `40063813339${10 + serial}`,
        inventory_quantity: 300,
        prices: [{ currency_code: 'eur', amount: 1000 }],
        options: [{ value: 'Blue' }],
      },
    ],
  })

describe('packing slips', () => {
  test('a slip has the goods that are not shipped, their SKU and barcode, and no prices', async () => {
    const variant = await mugVariant()
    const order = await given.order({ region, option, lines: [[variant, 3]] })
    const [{ id: item_id }] = order.items
    const { fulfillments } = await orders.act(order, 'fulfillment', { items: [{ item_id, quantity: 1 }] })
    await orders.act(order, 'shipment', { fulfillment_id: fulfillments[0]!.id })
    const { packing_slips, picking_list, skipped } = await read([order.id])
    expect(skipped).toEqual([])
    const [slip] = packing_slips
    expect(slip).toMatchObject({
      order_id: order.id,
      display_id: order.display_id,
      shipping: option.name,
      lines: [{ title: 'Mug', description: 'Blue', sku: variant.sku, barcode: variant.ean, quantity: 2 }],
    })
    expect(slip?.lines[0]?.ordered_quantity).toBe(3)
    expect(slip?.ship_to).toContain(order.shipping_address.address_1)
    expect(JSON.stringify(packing_slips)).not.toMatch(/price|total/)
    expect(picking_list).toMatchObject([{ quantity: 2, orders: [{ display_id: order.display_id, quantity: 2 }] }])
    const ofFulfillment = await read([fulfillments[0]!.id])
    expect(ofFulfillment.packing_slips).toMatchObject([{ id: fulfillments[0]!.id, lines: [{ quantity: 1 }] }])
  })

  test('a shipped order can be printed again, and a canceled one and gift cards are skipped', async () => {
    const shipped = await given.order({ region, option, lines: [[await mugVariant(), 2]] })
    await orders.ship(shipped)
    const canceled = await given.order({ region, option })
    await orders.act(canceled, 'cancel')
    const giftCard = await given.order({ region, lines: [[await given.giftCardProduct(), 1]] })
    const { packing_slips, skipped } = await read([shipped.id, canceled.id, giftCard.id])
    expect(packing_slips).toMatchObject([{ id: shipped.id, lines: [{ quantity: 2 }] }])
    expect(skipped).toMatchObject([
      { id: canceled.id, reason: 'canceled' },
      { id: giftCard.id, reason: 'nothing_to_send' },
    ])
    await expectError(
      admin.get(`/admin/packing-slips/pdf${query([giftCard.id])}`),
      400,
      'invalid_data',
      'None of these orders has goods to send',
    )
  })

  test('the replacement of a claim has a separate slip', async () => {
    const { order, claim } = await given.claim('replace', { region, option })
    if (!claim) throw new Error('The order has no claim')
    const shipping_methods = [{ option_id: option.id, price: 0 }]
    await expectSuccess(admin.post(`/admin/orders/${order.id}/claims/${claim.id}`, { shipping_methods }))
    const { order: packed } = await expectSuccess(
      admin.post(`/admin/orders/${order.id}/claims/${claim.id}/fulfillments`, {}),
    )
    const [fulfillment] = packed.claims[0]?.fulfillments ?? []
    const { packing_slips } = await read([fulfillment!.id])
    expect(packing_slips).toMatchObject([
      { order_id: order.id, lines: [{ quantity: claim.additional_items[0]?.quantity }] },
    ])
  })

  test('a slip has the language of the customer, or else of the merchant', async () => {
    const cart = await given.payableCart({ region, option, lines: [[await mugVariant(), 1]] })
    await expectSuccess(shop.post(`/store/carts/${cart.id}`, { context: { locale: 'de-AT' } }))
    const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
    const { packing_slips } = await read([order.id])
    expect(packing_slips[0]).toMatchObject({ language: 'de', words: { packing_slip: 'Lieferschein' } })
    const other = await given.order({ region, option })
    expect((await read([other.id])).packing_slips[0]).toMatchObject({ language: 'en' })
    expect((await read([other.id], '&language=de')).packing_slips[0]).toMatchObject({ language: 'de' })
  })

  test('unknown and too many orders are refused', async () => {
    await expectError(
      admin.get('/admin/packing-slips?ids[]=order_no'),
      404,
      'not_found',
      'Orders or fulfillments with these ids were not found: order_no',
    )
    const many = Array.from({ length: 101 }, (_, index) => `order_${index}`)
    expect(await admin.get(`/admin/packing-slips${query(many)}`)).toMatchObject({ status: 400 })
    expect(await admin.get('/admin/packing-slips')).toMatchObject({ status: 400 })
  })

  test('a role needs the right to read orders', async () => {
    const order = await given.order({ region, option })
    const { caller, role } = await addUserWithScopes(shop, 'read:products.*')
    const refusal = caller.get(`/admin/packing-slips${query([order.id])}`)
    await expectError(refusal, ...notInRole(role.name, 'orders.packingSlips'))
    const reader = await addUserWithScopes(shop, 'read:orders.*')
    await expectSuccess(reader.caller.get(`/admin/packing-slips${query([order.id])}`))
  })

  test('a line names the locations of its reserved units, and items without shipping need no slip', async () => {
    await using stocked = await openInventoryShop()
    const location = await stocked.location()
    const { variant } = await stocked.stockedVariant([[location, 5]])
    const stockedRegion = await stocked.given.region()
    const stockedOption = await stocked.given.shippingOption(stockedRegion)
    const order = await stocked.given.order({ region: stockedRegion, option: stockedOption, lines: [[variant, 2]] })
    const { packing_slips } = await expectSuccess(stocked.admin.get(`/admin/packing-slips${query([order.id])}`))
    expect(packing_slips[0]?.lines).toMatchObject([{ locations: [location.name] }])
    const { inventory_items } = await expectSuccess(stocked.admin.get('/admin/inventory-items'))
    for (const { id } of inventory_items)
      await expectSuccess(stocked.admin.post(`/admin/inventory-items/${id}`, { requires_shipping: false }))
    const { skipped } = await expectSuccess(stocked.admin.get(`/admin/packing-slips${query([order.id])}`))
    expect(skipped).toMatchObject([{ id: order.id, reason: 'nothing_to_send' }])
  })
})

describe('PDFs', () => {
  test('several orders have a page each, and a picking list has one', async () => {
    const variant = await mugVariant({ title: 'Кружка Κούπα Grüße <script>' })
    const ids = [
      (await given.order({ region, option, lines: [[variant, 1]] })).id,
      (await given.order({ region, option, lines: [[variant, 2]] })).id,
    ]
    const slips = await readPdf(ids)
    expect(slips.file_name).toBe('Packing slip.pdf')
    expect(slips.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(slips.bytes)).toBe(2)
    expect((await read(ids)).has_unprintable_text).toBe(false)
    const picking = await readPdf(ids, '&kind=picking_list&language=de')
    expect(picking.file_name).toBe('Pickliste.pdf')
    expect(pagesOf(picking.bytes)).toBe(1)
  })

  test('a slip of 200 lines continues on further pages', async () => {
    const product = await given.product({ prices: Array.from({ length: 200 }, () => 1000) })
    const lines = product.variants.map((variant) => [variant, 1] as const)
    const order = await given.order({ region, option, lines })
    const { packing_slips } = await read([order.id])
    expect(packing_slips[0]?.lines).toHaveLength(200)
    expect(pagesOf((await readPdf([order.id])).bytes)).toBeGreaterThan(4)
  })

  test('a text that a PDF cannot show is reported', async () => {
    const order = await given.order({ region, option, lines: [[await mugVariant({ title: '湯呑み' }), 1]] })
    expect((await read([order.id])).has_unprintable_text).toBe(true)
    expect((await readPdf([order.id])).bytes.length).toBeGreaterThan(1000)
  })
})
