import { z } from 'zod'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { shopOf } from '#entities/shop.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { defineResource } from '../reading/define-resource.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { CartResource } from '../resources/cart.ts'
import { showCart } from '../resources/show-cart.ts'
import { adminSwapRelations, SwapResource } from '../resources/swap.ts'

const storedSwapOptions = { resource: SwapResource, withDeleted: true }

const relations = [
  'additional_items.adjustments',
  'fulfillments',
  'order',
  'payment',
  'return_order',
  'shipping_address',
  'shipping_methods.shipping_option',
]

const swapDetailOptions = { ...storedSwapOptions, defaults: { relations } }

const SwapWithCart = defineResource({
  name: 'SwapWithCart',
  entity: Swap,
  columns: columnsOf(Swap),
  relations: () => ({ ...adminSwapRelations(), cart: CartResource }),
})

export const swaps = router({
  list: adminList('swaps', storedSwapOptions, {}, { pageSize: 50 })
    .meta(rest('GET', '/swaps', 'List swaps', { allowsStaleReads: true }))
    .query(() => []),

  get: adminProcedure
    .meta(rest('GET', '/swaps/{id}', 'Retrieve a swap'))
    .input(z.strictObject({ id: z.string() }))
    .output(responseSchema({ swap: SwapWithCart }))
    .query(async ({ ctx, input: { id } }) => {
      const swap = await readRow(ctx.em, {}, { ...swapDetailOptions, where: [{ id }] })
      if (!swap?.cart_id) throw new NotFound('Swap was not found')
      const cart = await readCart(ctx.em, swap.cart_id)
      return { swap: Object.assign(swap, { cart: showCart({ cart, priced: priceCart(cart, shopOf(ctx.em)) }) }) }
    }),
})
