import { createSwap } from '#entities/orders/swap/create-swap.ts'
import { refuseTooManyLines } from '../context/growth-bounds.ts'
import { rest } from '../context/meta.ts'
import { withFields } from '../filters/field-inputs.ts'
import { requiredText } from '../inputs/common.ts'
import { AdditionalItems, ReturnItems } from '../inputs/line-quantities.ts'
import { openGet } from '../procedures/row-get.ts'
import { openMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { StoreSwap } from '../resources/swap.ts'
import { fillSwapCarts } from '../resources/swap-cart.ts'

const relations = [
  'order',
  'additional_items.variant',
  'return_order.shipping_method.shipping_option',
  'fulfillments',
  'payment',
  'shipping_address',
  'shipping_methods.shipping_option',
]

const swapAnswer = rowAnswer(
  'swap',
  { resource: StoreSwap, withDeleted: true, defaults: { relations }, by: 'cart_id', fill: fillSwapCarts },
  () => 'Swap was not found',
)

/** The ID of an order is a secret of its customer. A caller with the ID may exchange items. */
export const swaps = router({
  create: openMutation(swapAnswer)(
    withFields(['swap', 'store'], {
      order_id: requiredText,
      return_items: ReturnItems,
      additional_items: AdditionalItems,
      return_shipping_option: requiredText.nullish(),
    }),
  )
    .meta(rest('POST', '/swaps', 'Create a swap', { issuesIdempotencyKey: true, lockKey: 'order_id' }))
    .mutation(async ({ ctx, input: { return_shipping_option: option_id, ...input } }) => {
      const return_shipping = option_id ? { option_id } : null
      refuseTooManyLines(input.additional_items, ctx.services.growthBounds)
      const swap = { ...input, return_shipping, no_notification: true, isByCustomer: true }
      return { cart_id: await createSwap(ctx.em, ctx.providers.fulfillment, swap) }
    }),

  get: openGet(swapAnswer, rest('GET', '/swaps/{cart_id}', 'Retrieve a swap by its cart'), {}),
})
