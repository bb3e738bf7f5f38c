import { z } from 'zod'
import { revokePaymentLinks } from '#entities/orders/payment-link/lock-payable-owner.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { paymentLinkOf } from '../procedures/payment-link.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { defineResource } from '../reading/define-resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { CartResource } from '../resources/cart.ts'
import { adminSwapRelations, SWAP_EXTRAS, SwapResource } from '../resources/swap.ts'
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
  columns: columnsOf(Swap, { omit: ['taxes', 'payment_link_expires_at'] }),
  sparse: SWAP_EXTRAS,
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

  createPaymentLink: paymentLinkOf({
    type: 'swap',
    path: '/swaps/{id}',
    summary: 'Create a link by which the customer pays the difference of a swap',
  }),

  revokePaymentLinks: adminMutation(swapAnswer)(z.strictObject({ id: z.string() }))
    .meta(rest('DELETE', '/swaps/{id}/payment-link', 'Revoke the payment links of a swap'))
    .mutation(({ ctx, input: { id } }) => revokePaymentLinks(ctx.em, { type: 'swap', id })),
})
