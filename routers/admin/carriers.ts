import { z } from 'zod'
import { Carrier } from '#entities/market/shipping/carrier/carrier.ts'
import { findCarriers } from '#entities/market/shipping/carrier/find-carriers.ts'
import { createCarrier, deleteCarrier, updateCarrier } from '#entities/market/shipping/carrier/manage-carriers.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { emptyInput, requiredText } from '../inputs/common.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { defineResource } from '../reading/define-resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'

const CarrierResource = defineResource({ name: 'Carrier', entity: Carrier, columns: columnsOf(Carrier) })

const carrierMutation = adminMutation(
  rowAnswer('carrier', { resource: CarrierResource }, (id) => `Carrier with id: ${id} was not found`),
)

const OfferedCarrier = z.object({ id: z.string().nullable(), name: z.string(), tracking_url: z.string() })

const name = requiredText.max(60)
const tracking_url = requiredText.max(500)

export const carriers = router({
  list: adminProcedure
    .meta(rest('GET', '/carriers', 'List the carriers of the shop and the well-known ones'))
    .input(emptyInput)
    .output(z.object({ carriers: z.array(OfferedCarrier) }))
    .query(async ({ ctx }) => ({ carriers: await findCarriers(ctx.em) })),

  create: carrierMutation(z.strictObject({ name, tracking_url }))
    .meta(rest('POST', '/carriers', 'Create a carrier'))
    .mutation(({ ctx, input }) => createCarrier(ctx.em, input)),

  update: carrierMutation(
    z.strictObject({ id: z.string(), name: name.optional(), tracking_url: tracking_url.optional() }),
  )
    .meta(rest('POST', '/carriers/{id}', 'Update a carrier'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateCarrier(ctx.em, id, changes)),

  delete: adminDeletion('carrier')
    .meta(rest('DELETE', '/carriers/{id}', 'Delete a carrier'))
    .mutation(({ ctx, input: { id } }) => deleteCarrier(ctx.em, id)),
})
