import { Swap } from '#entities/orders/swap/swap.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { defineResource } from '../reading/define-resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { CartResource } from '../resources/cart.ts'
import { adminSwapRelations, SwapResource } from '../resources/swap.ts'
import { fillSwapCarts } from '../resources/swap-cart.ts'

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

const SwapWithCart = defineResource({
  name: 'SwapWithCart',
  entity: Swap,
  fields: 'swap',
  columns: columnsOf(Swap, { omit: ['taxes'] }),
  relations: () => ({ ...adminSwapRelations(), cart: CartResource }),
})

const swapAnswer = rowAnswer(
  'swap',
  { resource: SwapWithCart, withDeleted: true, defaults: { relations }, fill: fillSwapCarts },
  () => 'Swap was not found',
)

export const swaps = router({
  list: adminList('swaps', storedSwapOptions, {}, { pageSize: 50, fields: 'swap' })
    .meta(rest('GET', '/swaps', 'List swaps', { allowsStaleReads: true }))
    .query(() => []),

  get: adminGet(swapAnswer, rest('GET', '/swaps/{id}', 'Retrieve a swap'), {}),
})
