import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { reserveOrderLine } from '#entities/inventory/reservation/reserve-order-line.ts'
import { Order } from '#entities/orders/order/order.ts'
import { rest } from '../../context/meta.ts'
import { ReservedQuantity } from '../../inputs/stock-quantity.ts'
import { router } from '../../procedures/trpc.ts'
import { ReservationResource } from '../../resources/reservation.ts'
import { inventoryList, inventoryProcedure } from '../inventory-procedure.ts'
import { reservationAnswer } from '../reservations.ts'

export const orderReservations = router({
  listReservations: inventoryList('reservations', ReservationResource, { id: z.string() })
    .meta(rest('GET', '/orders/{id}/reservations', 'List the reservations of an order'))
    .query(async ({ ctx: { em }, input: { id } }) => {
      if ((await em.count(Order, { id })) === 0) throw new NotFound(`Order with id ${id} was not found`)
      return [{ line_item: { order_id: id } }]
    }),

  reserveLine: inventoryProcedure
    .meta(
      rest('POST', '/orders/{id}/line-items/{line_item_id}/reserve', 'Reserve units for an order line', {
        lockKey: 'id',
      }),
    )
    .input(
      z.strictObject({
        id: z.string(),
        line_item_id: z.string(),
        location_id: z.string(),
        quantity: ReservedQuantity.optional(),
      }),
    )
    .output(reservationAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const { id } = await reserveOrderLine(ctx.em, { ...input, created_by: ctx.user.id })
      return reservationAnswer.read(ctx, id, {})
    }),
})
