import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { createSwap } from '#entities/orders/swap/create-swap.ts'
import { shopOf } from '#entities/shop.ts'
import { refuseTooManyLines } from '../context/growth-bounds.ts'
import { rest } from '../context/meta.ts'
import { requiredText } from '../inputs/common.ts'
import { AdditionalItems, ReturnItems } from '../inputs/line-quantities.ts'
import { openProcedure, router } from '../procedures/trpc.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { showCart } from '../resources/show-cart.ts'
import { StoreSwap, type StoreSwapView } from '../resources/swap.ts'

const swapResponse = responseSchema({ swap: StoreSwap })

const relations = [
  'order',
  'additional_items.variant',
  'return_order.shipping_method.shipping_option',
  'fulfillments',
  'payment',
  'shipping_address',
  'shipping_methods.shipping_option',
]

const view = { resource: StoreSwap, withDeleted: true, defaults: { relations } }

/** The ID of an order is a secret of its customer. A caller with the ID may exchange items. */
export const swaps = router({
  create: openProcedure
    .meta(rest('POST', '/swaps', 'Create a swap', { issuesIdempotencyKey: true, lockKey: 'order_id' }))
    .input(
      z.strictObject({
        order_id: requiredText,
        return_items: ReturnItems,
        additional_items: AdditionalItems,
        return_shipping_option: requiredText.nullish(),
      }),
    )
    .output(swapResponse)
    .mutation(async ({ ctx, input: { return_shipping_option: option_id, ...input } }) => {
      const return_shipping = option_id ? { option_id } : null
      refuseTooManyLines(input.additional_items, ctx.services.growthBounds)
      const swap = { ...input, return_shipping, no_notification: true, isByCustomer: true }
      return readSwapByCart(ctx.em, await createSwap(ctx.em, ctx.providers.fulfillment, swap))
    }),

  get: openProcedure
    .meta(rest('GET', '/swaps/{cart_id}', 'Retrieve a swap by its cart'))
    .input(z.strictObject({ cart_id: z.string() }))
    .output(swapResponse)
    .query(({ ctx, input }) => readSwapByCart(ctx.em, input.cart_id)),
})

async function readSwapByCart(em: EntityManager, cart_id: string): Promise<{ swap: StoreSwapView }> {
  const swap = await readRow(em, {}, { ...view, where: [{ cart_id }] })
  if (!swap) throw new NotFound('Swap was not found')
  const cart = await readCart(em, cart_id)
  return { swap: Object.assign(swap, { cart: showCart({ cart, priced: priceCart(cart, shopOf(em)) }) }) }
}
