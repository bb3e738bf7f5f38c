import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deletePaymentCollection } from '#entities/orders/payment-collection/delete-payment-collection.ts'
import { markCollectionAuthorized } from '#entities/orders/payment-collection/mark-collection-authorized.ts'
import { updatePaymentCollection } from '#entities/orders/payment-collection/update-payment-collection.ts'
import { Metadata } from '../inputs/common.ts'
import { selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import type { SelectionDefaults, SelectionInput } from '../reading/selection.ts'
import { PaymentCollectionResource, type PaymentCollectionView } from '../resources/payment-collection.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: PaymentCollectionResource }

const CHANGED_DEFAULTS: SelectionDefaults = { relations: ['region', 'payment_sessions', 'payments'] }

const READ_DEFAULTS: SelectionDefaults = {
  ...CHANGED_DEFAULTS,
  columns: ['id', 'type', 'status', 'description', 'amount', 'authorized_amount', 'currency_code', 'metadata'],
}

const paymentCollectionResponse = responseSchema({ payment_collection: PaymentCollectionResource })
const paymentCollectionMutation = adminMutation({
  response: paymentCollectionResponse,
  read: (ctx, id) => readPaymentCollection(ctx, id),
})
const collectionInput = z.strictObject({ id: z.string() })

export const paymentCollections = router({
  get: adminProcedure
    .meta(rest('GET', '/payment-collections/{id}', 'Retrieve a payment collection'))
    .input(collectionInput.extend(selectionParams))
    .output(paymentCollectionResponse)
    .query(({ ctx, input: { id, ...selection } }) =>
      readPaymentCollection(ctx, id, { selection, defaults: READ_DEFAULTS }),
    ),

  update: paymentCollectionMutation(
    collectionInput.extend({ description: z.string().nullish(), metadata: Metadata.nullish() }),
  )
    .meta(rest('POST', '/payment-collections/{id}', 'Update a payment collection'))
    .mutation(({ ctx, input }) => updatePaymentCollection(ctx.em, input)),

  markAsAuthorized: paymentCollectionMutation(collectionInput)
    .meta(rest('POST', '/payment-collections/{id}/authorize', 'Mark a payment collection as authorized'))
    .mutation(({ ctx, input: { id } }) => markCollectionAuthorized(ctx.em, id)),

  delete: adminDeletion('payment_collection')
    .meta(rest('DELETE', '/payment-collections/{id}', 'Delete a payment collection'))
    .mutation(({ ctx, input: { id } }) => deletePaymentCollection(ctx.em, ctx.providers.payment, id)),
})

async function readPaymentCollection(
  { em }: { em: EntityManager },
  id: string,
  { selection = {}, defaults = CHANGED_DEFAULTS }: { selection?: SelectionInput; defaults?: SelectionDefaults } = {},
): Promise<{ payment_collection: PaymentCollectionView }> {
  const payment_collection = await readRow(em, selection, { ...view, defaults, where: [{ id }] })
  if (!payment_collection) throw new NotFound(`Payment collection with id ${id} was not found`)
  return { payment_collection }
}
