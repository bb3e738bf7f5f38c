import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { reserveOrderLine } from '#entities/inventory/reservation/reserve-order-line.ts'
import { Order } from '#entities/orders/order/order.ts'
import { orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { ReservedQuantity } from '../../inputs/stock-quantity.ts'
import { rest } from '../../meta.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { ReservationResource } from '../../resources/reservation.ts'
import { router } from '../../trpc.ts'
import { inventoryProcedure } from '../inventory-procedure.ts'
import { readReservation, reservationResponse } from '../reservations.ts'

export const orderReservations = router({
  listReservations: inventoryProcedure
    .meta(rest('GET', '/orders/{id}/reservations', 'List the reservations of an order'))
    .input(z.strictObject({ id: z.string(), ...pagingParams(20), ...orderParams, ...selectionParams }))
    .output(listResponseSchema('reservations', ReservationResource))
    .query(async ({ ctx: { em }, input: { id, ...page } }) => {
      if ((await em.count(Order, { id })) === 0) throw new NotFound(`Order with id ${id} was not found`)
      const where = [{ line_item: { order_id: id } }]
      const { rows, ...found } = await listRows(em, page, { resource: ReservationResource, where })
      return { reservations: rows, ...found }
    }),

  reserveLine: inventoryProcedure
    .meta(rest('POST', '/orders/{id}/line-items/{line_item_id}/reserve', 'Reserve units for an order line'))
    .input(
      z.strictObject({
        id: z.string(),
        line_item_id: z.string(),
        location_id: z.string(),
        quantity: ReservedQuantity.optional(),
      }),
    )
    .output(reservationResponse)
    .mutation(async ({ ctx, input }) => {
      const { id } = await reserveOrderLine(ctx.em, { ...input, created_by: ctx.user.id })
      return readReservation(ctx, id)
    }),
})
