import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { priceCart } from '#entities/cart/price-cart.ts'
import { readCart } from '#entities/cart/read-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { createSwap } from '#entities/swap/create-swap.ts'
import { Swap } from '#entities/swap/swap.ts'
import { rest } from '../meta.ts'
import { requiredText } from '../schemas/common.ts'
import { readRow } from '../schemas/list.ts'
import { AdditionalItems, ReturnItems } from '../schemas/pieces.ts'
import { answer } from '../schemas/resource.ts'
import { StoreSwap, type StoreSwapView } from '../schemas/resources/swap.ts'
import { showCart } from '../schemas/show-cart.ts'
import { openProcedure, router } from '../trpc.ts'

const withSwap = answer({ swap: StoreSwap })

const relations = [
  'order',
  'additional_items.variant',
  'return_order.shipping_method.shipping_option',
  'fulfillments',
  'payment',
  'shipping_address',
  'shipping_methods.shipping_option',
]

const view = { entity: Swap, resource: StoreSwap, withDeleted: true, defaults: { relations } }

/** Whoever knows the id of an order, and so may read it, may exchange pieces of it for what is for sale. */
export const swaps = router({
  create: openProcedure
    .meta(rest('POST', '/swaps', 'Exchange pieces of an order for others', { issuesKey: true }))
    .input(
      z.strictObject({
        order_id: requiredText,
        return_items: ReturnItems,
        additional_items: AdditionalItems,
        return_shipping_option: requiredText.nullish(),
      }),
    )
    .output(withSwap)
    .mutation(async ({ ctx, input: { return_shipping_option: option_id, ...input } }) => {
      const return_shipping = option_id ? { option_id } : null
      const wanted = { ...input, return_shipping, no_notification: true, isByCustomer: true }
      return showSwapOfCart(ctx.em, await createSwap(ctx.em, ctx.providers.fulfillment, wanted))
    }),

  get: openProcedure
    .meta(rest('GET', '/swaps/{cart_id}', 'Read a swap by its cart'))
    .input(z.strictObject({ cart_id: z.string() }))
    .output(withSwap)
    .query(({ ctx, input }) => showSwapOfCart(ctx.em, input.cart_id)),
})

async function showSwapOfCart(em: EntityManager, cart_id: string): Promise<{ swap: StoreSwapView }> {
  const swap = await readRow(em, {}, { ...view, where: [{ cart_id }] })
  if (!swap) throw new NotFound('Swap was not found')
  const cart = await readCart(em, cart_id)
  return { swap: Object.assign(swap, { cart: showCart({ cart, priced: priceCart(cart) }) }) }
}
