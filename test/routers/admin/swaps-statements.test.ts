import { expect, test } from 'vitest'
import { answered, type Json } from '#test/support/given.ts'
import { openTestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

test('no operation on a swap sends more statements for many items', async () => {
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
    await answered(shop.admin.post(`${path}/fulfillment`, { items }))

    const counts: number[] = []
    const send = async (where: string, body: object = {}): Promise<Json> => {
      const { statements, answer } = await counted.send('POST', where, body)
      counts.push(statements)
      return answer
    }
    const wanted = {
      return_items: items,
      additional_items: sold.map(({ id }: Json) => ({ variant_id: id, quantity: 2 })),
      return_shipping: { option_id: back.id },
    }
    const [swap] = (await send(`${path}/swaps`, wanted)).order.swaps
    await send(`/store/carts/${swap.cart_id}/shipping-methods`, { option_id: option.id })
    await send(`/store/carts/${swap.cart_id}/payment-sessions`)
    await send(`/store/carts/${swap.cart_id}/complete`)
    const at = `${path}/swaps/${swap.id}`
    await send(`${at}/process-payment`)
    const [packed] = (await send(`${at}/fulfillments`)).order.swaps
    await send(`${at}/shipments`, { fulfillment_id: packed.fulfillments[0].id, tracking_numbers: ['A', 'B'] })
    await send(`/admin/returns/${swap.return_order.id}/receive`, { items })
    return counts
  }
  await statementsOf(1)
  const one = await statementsOf(1)
  expect(await statementsOf(11)).toEqual(one)
  expect(one[0]).toBeLessThanOrEqual(40)
})
