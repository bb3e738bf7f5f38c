import { expect, test } from 'vitest'
import { answered, type Json } from '#test/support/given.ts'
import { openTestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

test('no operation on a claim sends more statements for many items', async () => {
  await using shop = await openTestShop()
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const back = await shop.given.shippingOption(region, { is_return: true })
  const { variants } = await shop.given.product({ prices: Array.from({ length: 11 }, (_, i) => 1000 + i) })

  const statementsOf = async (lines: number): Promise<number[]> => {
    const sold = variants.slice(0, lines)
    const order = await shop.given.order({ region, option, lines: sold.map((variant: Json) => [variant, 1]) })
    const path = `/admin/orders/${order.id}`
    await answered(shop.admin.post(`${path}/capture`))
    const items = order.items.map(({ id }: Json) => ({ item_id: id, quantity: 1 }))
    const { fulfillments } = (await answered(shop.admin.post(`${path}/fulfillment`, { items }))).order
    await answered(shop.admin.post(`${path}/shipment`, { fulfillment_id: fulfillments[0].id }))

    const told = { reason: 'other', tags: ['a', 'b'], images: ['https://example.com/a.png'] }
    const claim = {
      type: 'replace',
      claim_items: items.map((item: Json) => ({ ...item, ...told })),
      additional_items: sold.map(({ id }: Json) => ({ variant_id: id, quantity: 1 })),
      shipping_methods: [{ option_id: option.id }],
      return_shipping: { option_id: back.id },
    }
    const counts: number[] = []
    const send = async (where: string, body: object): Promise<Json> => {
      const { statements, answer } = await counted.send('POST', `${path}/claims${where}`, body)
      counts.push(statements)
      return answer.order.claims[0]
    }
    const { id, claim_items } = await send('', claim)
    const changes = claim_items.map((item: Json) => ({ id: item.id, note: 'x', tags: [{ value: 'c' }], images: [] }))
    await send(`/${id}`, { claim_items: changes, shipping_methods: [{ option_id: option.id }] })
    const packed = await send(`/${id}/fulfillments`, {})
    const [{ id: fulfillment_id }] = packed.fulfillments
    await send(`/${id}/fulfillments/${fulfillment_id}/cancel`, {})
    const again = await send(`/${id}/fulfillments`, {})
    await send(`/${id}/shipments`, { fulfillment_id: again.fulfillments[1].id, tracking_numbers: ['A', 'B'] })
    return counts
  }
  await statementsOf(1)
  const one = await statementsOf(1)
  expect(await statementsOf(11)).toEqual(one)
  expect(one[0]).toBeLessThanOrEqual(36)
})
