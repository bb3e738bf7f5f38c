import { z } from 'zod'
import { deletePaymentCollection } from '#entities/orders/payment-collection/delete-payment-collection.ts'
import { markCollectionAuthorized } from '#entities/orders/payment-collection/mark-collection-authorized.ts'
import { updatePaymentCollection } from '#entities/orders/payment-collection/update-payment-collection.ts'
import { rest } from '../context/meta.ts'
import { Metadata } from '../inputs/common.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import type { SelectionDefaults } from '../reading/selection.ts'
import { PaymentCollectionResource } from '../resources/payment-collection.ts'

const CHANGED_DEFAULTS: SelectionDefaults = { relations: ['region', 'payment_sessions', 'payments'] }

const READ_DEFAULTS: SelectionDefaults = {
  ...CHANGED_DEFAULTS,
  columns: ['id', 'type', 'status', 'description', 'amount', 'authorized_amount', 'currency_code', 'metadata'],
}

const answerWith = (defaults: SelectionDefaults) =>
  rowAnswer(
    'payment_collection',
    { resource: PaymentCollectionResource, defaults },
    (id) => `Payment collection with id ${id} was not found`,
  )
const paymentCollectionMutation = adminMutation(answerWith(CHANGED_DEFAULTS))
const collectionInput = z.strictObject({ id: z.string() })

export const paymentCollections = router({
  get: adminGet(answerWith(READ_DEFAULTS), rest('GET', '/payment-collections/{id}', 'Retrieve a payment collection')),

  update: paymentCollectionMutation(
    collectionInput.extend({ description: z.string().nullish(), metadata: Metadata.nullish() }),
  )
    .meta(rest('POST', '/payment-collections/{id}', 'Update a payment collection'))
    .mutation(({ ctx, input }) => updatePaymentCollection(ctx.em, input)),

  markAsAuthorized: paymentCollectionMutation(collectionInput)
    .meta(rest('POST', '/payment-collections/{id}/authorize', 'Mark a payment collection as authorized'))
    .mutation(({ ctx, input: { id } }) => markCollectionAuthorized(ctx.em, ctx.providers.payment, id)),

  delete: adminDeletion('payment_collection')
    .meta(rest('DELETE', '/payment-collections/{id}', 'Delete a payment collection'))
    .mutation(({ ctx, input: { id } }) => deletePaymentCollection(ctx.em, ctx.providers.payment, id)),
})
