import { z } from 'zod'
import { priceCart } from '#entities/cart/price-cart.ts'
import { readCart } from '#entities/cart/read-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { Swap } from '#entities/swap/swap.ts'
import { rest } from '../meta.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { ordering, paging, selecting } from '../schemas/query.ts'
import { answer, listAnswer, resource } from '../schemas/resource.ts'
import { CartResource } from '../schemas/resources/cart.ts'
import { SwapResource } from '../schemas/resources/swap.ts'
import { showCart } from '../schemas/show-cart.ts'
import { adminProcedure, router } from '../trpc.ts'

const stored = { entity: Swap, resource: SwapResource, withDeleted: true }

const relations = [
  'additional_items.adjustments',
  'fulfillments',
  'order',
  'payment',
  'return_order',
  'shipping_address',
  'shipping_methods.shipping_option',
]

const one = { ...stored, defaults: { relations } }

/** A swap with its whole cart. */
const SwapWithCart = resource('SwapWithCart', { ...SwapResource.omit({ cart: true }).shape, cart: CartResource })

export const swaps = router({
  list: adminProcedure
    .meta(rest('GET', '/swaps', 'List the swaps', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting }).prefault({}))
    .output(listAnswer('swaps', SwapResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, { ...stored, where: [] })
      return { swaps: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/swaps/{id}', 'Read a swap'))
    .input(z.strictObject({ id: z.string() }))
    .output(answer({ swap: SwapWithCart }))
    .query(async ({ ctx, input: { id } }) => {
      const swap = await readRow(ctx.em, {}, { ...one, where: [{ id }] })
      if (!swap?.cart_id) throw new NotFound('Swap was not found')
      const cart = await readCart(ctx.em, swap.cart_id)
      return { swap: Object.assign(swap, { cart: showCart({ cart, priced: priceCart(cart) }) }) }
    }),
})
