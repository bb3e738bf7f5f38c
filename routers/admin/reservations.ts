import { z } from 'zod'
import { deleteReservation, updateReservation } from '#entities/inventory/reservation/change-reservation.ts'
import { createReservation } from '#entities/inventory/reservation/create-reservation.ts'
import { ReservationItem } from '#entities/inventory/reservation/reservation-item.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { dateFilter, queryList, queryNumber, queryOneOrList } from '../inputs/query.ts'
import { ReservedQuantity } from '../inputs/stock-quantity.ts'
import { router } from '../procedures/trpc.ts'
import { type Condition, equalTo, inRange, likePattern } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ListedReservationResource, ReservationResource } from '../resources/reservation.ts'
import { inventoryDeletion, inventoryList, inventoryMutation, inventoryProcedure } from './inventory-procedure.ts'

const view = {
  resource: ListedReservationResource,
  defaults: { companionRelations: ['line_item.order'] },
}

const ids = queryList(z.string()).optional()
const bound = queryNumber.optional()
const pattern = z.string().optional()

const filters = {
  location_id: queryOneOrList.optional(),
  inventory_item_id: ids,
  line_item_id: ids,
  created_by: ids,
  quantity: z.strictObject({ lt: bound, gt: bound, lte: bound, gte: bound }).optional(),
  description: z
    .union([z.string(), z.strictObject({ contains: pattern, starts_with: pattern, ends_with: pattern })])
    .optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const reservationAnswer = rowAnswer(
  'reservation',
  ReservationResource,
  (id) => `Reservation with id ${id} not found`,
)
const reservationMutation = inventoryMutation(reservationAnswer)
const optionalColumns = optionalInputs(ReservationItem, ['description', 'metadata'])

export const reservations = router({
  list: inventoryList('reservations', view, filters)
    .meta(rest('GET', '/reservations', 'List reservations'))
    .query(({ input }) => {
      const { location_id, inventory_item_id, line_item_id, created_by } = input
      const { quantity, description, created_at, updated_at } = input
      return [
        equalTo({ location_id, inventory_item_id, line_item_id, created_by }),
        inRange({ quantity, created_at, updated_at }),
        describedAs(description),
      ]
    }),

  get: inventoryProcedure
    .meta(rest('GET', '/reservations/{id}', 'Retrieve a reservation'))
    .input(z.object({ id: z.string() }))
    .output(reservationAnswer.response)
    .query(({ ctx, input: { id } }) => reservationAnswer.read(ctx, id, {})),

  create: reservationMutation(
    z.strictObject({
      location_id: z.string(),
      inventory_item_id: z.string(),
      quantity: ReservedQuantity,
      line_item_id: z.string().nullish(),
      ...optionalColumns,
    }),
  )
    .meta(rest('POST', '/reservations', 'Create a reservation'))
    .mutation(({ ctx, input }) => createReservation(ctx.em, { ...input, created_by: ctx.user.id })),

  update: reservationMutation(
    z.strictObject({
      id: z.string(),
      quantity: ReservedQuantity.optional(),
      location_id: z.string().optional(),
      ...optionalColumns,
    }),
  )
    .meta(rest('POST', '/reservations/{id}', 'Update a reservation'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateReservation(ctx.em, id, changes)),

  delete: inventoryDeletion('reservation')
    .meta(rest('DELETE', '/reservations/{id}', 'Delete a reservation'))
    .mutation(({ ctx, input: { id } }) => deleteReservation(ctx.em, id)),
})

/** Operators ignore the case. */
function describedAs(filter: z.output<typeof filters.description>): Condition | undefined {
  if (typeof filter !== 'object') return equalTo({ description: filter })
  const patterns = Object.entries(filter).flatMap(([operator, text]) => (text ? [likePattern(operator, text)] : []))
  return { $and: patterns.map((like) => ({ description: { $ilike: like } })) }
}
