import { expect, test } from 'vitest'
import { countStatementsByLines } from '#test/support/count-statements-by-lines.ts'

test('no operation on a swap sends more statements for many items', async () => {
  const { one, eleven } = await countStatementsByLines(
    async ({ path, items, variants, option, returnOption, send }) => {
      const [swap] = (
        await send(`${path}/swaps`, {
          return_items: items,
          additional_items: variants.map(({ id }) => ({ variant_id: id, quantity: 2 })),
          return_shipping: { option_id: returnOption.id },
        })
      ).order.swaps
      const cart = `/store/carts/${swap.cart_id}`
      await send(`${cart}/shipping-methods`, { option_id: option.id })
      await send(`${cart}/payment-sessions`)
      await send(`${cart}/complete`)
      const swapPath = `${path}/swaps/${swap.id}`
      await send(`${swapPath}/process-payment`)
      const [fulfilledSwap] = (await send(`${swapPath}/fulfillments`)).order.swaps
      await send(`${swapPath}/shipments`, {
        fulfillment_id: fulfilledSwap.fulfillments[0].id,
        tracking_numbers: ['A', 'B'],
      })
      await send(`/admin/returns/${swap.return_order.id}/receive`, { items: items })
    },
  )
  expect(eleven).toEqual(one)
  const [requestedSwap, , , confirmed] = one
  expect(requestedSwap).toBeLessThanOrEqual(40)
  expect(confirmed).toBeLessThanOrEqual(25)
})
