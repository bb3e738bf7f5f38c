import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deleteCollection } from '#entities/payment-collection/delete-collection.ts'
import { markAuthorized } from '#entities/payment-collection/mark-authorized.ts'
import { PaymentCollection } from '#entities/payment-collection/payment-collection.ts'
import { updateCollection } from '#entities/payment-collection/update-collection.ts'
import { rest } from '../meta.ts'
import { deleted, Metadata } from '../schemas/common.ts'
import { readRow } from '../schemas/list.ts'
import { selecting } from '../schemas/query.ts'
import { answer } from '../schemas/resource.ts'
import { PaymentCollectionResource, type PaymentCollectionView } from '../schemas/resources/payment-collection.ts'
import type { Defaults, Wanted } from '../schemas/selection.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { entity: PaymentCollection, resource: PaymentCollectionResource }

/** Who changes it is shown all of it. */
const asChanged: Defaults = { relations: ['region', 'payment_sessions', 'payments'] }

const asRead: Defaults = {
  ...asChanged,
  columns: ['id', 'type', 'status', 'description', 'amount', 'authorized_amount', 'currency_code', 'metadata'],
}

const withCollection = answer({ payment_collection: PaymentCollectionResource })
const collectionInput = z.strictObject({ id: z.string() })

export const paymentCollections = router({
  get: adminProcedure
    .meta(rest('GET', '/payment-collections/{id}', 'Read what is collected for an edit of an order'))
    .input(collectionInput.extend(selecting))
    .output(withCollection)
    .query(({ ctx, input: { id, ...wanted } }) => show(ctx.em, id, { wanted, defaults: asRead })),

  update: adminProcedure
    .meta(rest('POST', '/payment-collections/{id}', 'Describe what is collected'))
    .input(collectionInput.extend({ description: z.string().nullish(), metadata: Metadata.nullish() }))
    .output(withCollection)
    .mutation(async ({ ctx, input }) => {
      await updateCollection(ctx.em, input)
      await ctx.em.flush()
      return show(ctx.em, input.id)
    }),

  markAsAuthorized: adminProcedure
    .meta(rest('POST', '/payment-collections/{id}/authorize', 'Say that the shop has got what is collected'))
    .input(collectionInput)
    .output(withCollection)
    .mutation(async ({ ctx, input: { id } }) => {
      await markAuthorized(ctx.em, id)
      await ctx.em.flush()
      return show(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/payment-collections/{id}', 'Collect nothing that nobody has paid yet'))
    .input(collectionInput)
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteCollection(ctx.em, ctx.providers.payment, id)
      await ctx.em.flush()
      return { id, object: 'payment_collection', deleted: true }
    }),
})

async function show(
  em: EntityManager,
  id: string,
  { wanted = {}, defaults = asChanged }: { wanted?: Wanted; defaults?: Defaults } = {},
): Promise<{ payment_collection: PaymentCollectionView }> {
  const payment_collection = await readRow(em, wanted, { ...view, defaults, where: [{ id }] })
  if (!payment_collection) throw new NotFound(`Payment collection with id ${id} was not found`)
  return { payment_collection }
}
