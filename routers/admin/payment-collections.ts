import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deletePaymentCollection } from '#entities/orders/payment-collection/delete-payment-collection.ts'
import { markCollectionAuthorized } from '#entities/orders/payment-collection/mark-collection-authorized.ts'
import { updatePaymentCollection } from '#entities/orders/payment-collection/update-payment-collection.ts'
import { deletionResponse, Metadata } from '../inputs/common.ts'
import { selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { readRow } from '../reading/list-rows.ts'
import { responseSchema } from '../reading/resource.ts'
import type { SelectionDefaults, SelectionInput } from '../reading/selection.ts'
import { PaymentCollectionResource, type PaymentCollectionView } from '../resources/payment-collection.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: PaymentCollectionResource }

/** Who changes it is shown all of it. */
const CHANGED_DEFAULTS: SelectionDefaults = { relations: ['region', 'payment_sessions', 'payments'] }

const READ_DEFAULTS: SelectionDefaults = {
  ...CHANGED_DEFAULTS,
  columns: ['id', 'type', 'status', 'description', 'amount', 'authorized_amount', 'currency_code', 'metadata'],
}

const paymentCollectionResponse = responseSchema({ payment_collection: PaymentCollectionResource })
const collectionInput = z.strictObject({ id: z.string() })

export const paymentCollections = router({
  get: adminProcedure
    .meta(rest('GET', '/payment-collections/{id}', 'Retrieve a payment collection'))
    .input(collectionInput.extend(selectionParams))
    .output(paymentCollectionResponse)
    .query(({ ctx, input: { id, ...wanted } }) =>
      readPaymentCollection(ctx.em, id, { wanted, defaults: READ_DEFAULTS }),
    ),

  update: adminProcedure
    .meta(rest('POST', '/payment-collections/{id}', 'Update a payment collection'))
    .input(collectionInput.extend({ description: z.string().nullish(), metadata: Metadata.nullish() }))
    .output(paymentCollectionResponse)
    .mutation(async ({ ctx, input }) => {
      await updatePaymentCollection(ctx.em, input)
      await ctx.em.flush()
      return readPaymentCollection(ctx.em, input.id)
    }),

  markAsAuthorized: adminProcedure
    .meta(rest('POST', '/payment-collections/{id}/authorize', 'Mark a payment collection as authorized'))
    .input(collectionInput)
    .output(paymentCollectionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await markCollectionAuthorized(ctx.em, id)
      await ctx.em.flush()
      return readPaymentCollection(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/payment-collections/{id}', 'Delete a payment collection'))
    .input(collectionInput)
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await deletePaymentCollection(ctx.em, ctx.providers.payment, id)
      await ctx.em.flush()
      return { id, object: 'payment_collection', deleted: true }
    }),
})

async function readPaymentCollection(
  em: EntityManager,
  id: string,
  { wanted = {}, defaults = CHANGED_DEFAULTS }: { wanted?: SelectionInput; defaults?: SelectionDefaults } = {},
): Promise<{ payment_collection: PaymentCollectionView }> {
  const payment_collection = await readRow(em, wanted, { ...view, defaults, where: [{ id }] })
  if (!payment_collection) throw new NotFound(`Payment collection with id ${id} was not found`)
  return { payment_collection }
}
