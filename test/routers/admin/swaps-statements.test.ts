import { expect, test } from 'vitest'
import { countStatementsByLines } from '#test/support/count-statements-by-lines.ts'

test('no operation on a swap sends more statements for many items', async () => {
  const { one, eleven } = await countStatementsByLines(async ({ at, pieces, variants, option, back, send }) => {
    const [swap] = (
      await send(`${at}/swaps`, {
        return_items: pieces,
        additional_items: variants.map(({ id }) => ({ variant_id: id, quantity: 2 })),
        return_shipping: { option_id: back.id },
      })
    ).order.swaps
    const cart = `/store/carts/${swap.cart_id}`
    await send(`${cart}/shipping-methods`, { option_id: option.id })
    await send(`${cart}/payment-sessions`)
    await send(`${cart}/complete`)
    const path = `${at}/swaps/${swap.id}`
    await send(`${path}/process-payment`)
    const [packed] = (await send(`${path}/fulfillments`)).order.swaps
    await send(`${path}/shipments`, { fulfillment_id: packed.fulfillments[0].id, tracking_numbers: ['A', 'B'] })
    await send(`/admin/returns/${swap.return_order.id}/receive`, { items: pieces })
  })
  expect(eleven).toEqual(one)
  const [asked, , , confirmed] = one
  expect(asked).toBeLessThanOrEqual(40)
  expect(confirmed).toBeLessThanOrEqual(24)
})
