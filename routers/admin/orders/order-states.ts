import { z } from 'zod'
import { archiveOrder } from '#entities/orders/order/archive-order.ts'
import { cancelOrder } from '#entities/orders/order/cancel-order.ts'
import { completeOrder } from '#entities/orders/order/complete-order.ts'
import { rest } from '../../context/meta.ts'
import { router } from '../../procedures/trpc.ts'
import { orderInput, orderMutation } from './read-order.ts'

export const orderStates = router({
  complete: orderMutation(z.strictObject(orderInput))
    .meta(rest('POST', '/orders/{id}/complete', 'Complete an order'))
    .mutation(({ ctx, input }) => completeOrder(ctx.em, input.id)),

  archive: orderMutation(z.strictObject(orderInput))
    .meta(rest('POST', '/orders/{id}/archive', 'Archive an order'))
    .mutation(({ ctx, input }) => archiveOrder(ctx.em, input.id)),

  cancel: orderMutation(z.strictObject(orderInput))
    .meta(rest('POST', '/orders/{id}/cancel', 'Cancel an order'))
    .mutation(({ ctx, input }) => cancelOrder(ctx.em, ctx.providers.payment, input.id)),
})
