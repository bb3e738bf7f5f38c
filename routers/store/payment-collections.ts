import { z } from 'zod'
import { authorizeSessions } from '#entities/checkout/authorize-sessions.ts'
import { DomainError, NotFound } from '#entities/errors.ts'
import { refreshCollectionSession } from '#entities/orders/payment-collection/refresh-collection-session.ts'
import {
  setCollectionSession,
  setCollectionSessions,
} from '#entities/orders/payment-collection/set-collection-sessions.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { Amount, requiredText } from '../inputs/common.ts'
import { openGet } from '../procedures/row-get.ts'
import { openMutation } from '../procedures/row-mutation.ts'
import { openProcedure, router } from '../procedures/trpc.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import type { SelectionDefaults } from '../reading/selection.ts'
import {
  CollectionSessionResource,
  type CollectionSessionView,
  StorePaymentCollection,
  type StorePaymentCollectionView,
} from '../resources/payment-collection.ts'

/* The ID of a collection is a secret of its customer. A caller with the ID may read and pay the collection. */

const STORE_READ_DEFAULTS: SelectionDefaults = {
  relations: ['region', 'payment_sessions'],
  columns: ['id', 'type', 'status', 'description', 'amount', 'currency_code', 'metadata'],
  allowed: ['region.countries', 'region.currency', 'region.payment_providers', 'currency', 'payment_sessions'],
}

const STORE_CHANGED_DEFAULTS: SelectionDefaults = { relations: ['region.payment_providers', 'payment_sessions'] }

const answerWith = (defaults: SelectionDefaults) =>
  rowAnswer(
    'payment_collection',
    { resource: StorePaymentCollection, defaults },
    (id) => `Payment collection with id ${id} was not found`,
  )
const changedAnswer = answerWith(STORE_CHANGED_DEFAULTS)
const paymentSessionResponse = responseSchema({ payment_session: CollectionSessionResource })
const collectionInput = z.strictObject({ id: z.string() })
const collectionMutation = openMutation(changedAnswer)
const sessionInput = collectionInput.extend({ session_id: z.string() })

export const paymentCollections = router({
  get: openGet(
    answerWith(STORE_READ_DEFAULTS),
    rest('GET', '/payment-collections/{id}', 'Retrieve a payment collection'),
  ),

  setSession: collectionMutation(collectionInput.extend({ provider_id: requiredText }))
    .meta(rest('POST', '/payment-collections/{id}/sessions', 'Create a payment session for the outstanding amount'))
    .mutation(({ ctx, input }) => setCollectionSession(ctx.em, ctx.providers.payment, input)),

  setSessions: collectionMutation(
    collectionInput.extend({
      sessions: z
        .array(
          z.strictObject({
            provider_id: requiredText,
            amount: Amount.min(1),
            session_id: z.string().nullish(),
          }),
        )
        .max(20),
    }),
  )
    .meta(
      rest(
        'POST',
        '/payment-collections/{id}/sessions/batch',
        'Create payment sessions for parts of the outstanding amount',
      ),
    )
    .mutation(({ ctx, input }) => setCollectionSessions(ctx.em, ctx.providers.payment, input)),

  authorizeSessions: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/batch/authorize', 'Authorize payment sessions', {
        manualTransactions: true,
        isFinal: (answer, input) =>
          !isAuthorizationPending(answer as StoreCollectionResult, input as { session_ids: string[] }),
      }),
    )
    .input(collectionInput.extend({ session_ids: z.array(z.string()) }))
    .output(changedAnswer.response)
    .mutation(async ({ ctx, input }) => {
      await authorizeSessions(ctx.em, ctx.providers.payment, input)
      return changedAnswer.read(ctx, input.id, {})
    }),

  refreshSession: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/{session_id}', 'Refresh a payment session', { lockKey: 'id' }),
    )
    .input(sessionInput)
    .output(paymentSessionResponse)
    .mutation(async ({ ctx, input }) => {
      const session_id = await refreshCollectionSession(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return readPaymentSession(ctx, { id: input.id, session_id })
    }),

  authorizeSession: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/{session_id}/authorize', 'Authorize a payment session', {
        lockKey: 'id',
        manualTransactions: true,
      }),
    )
    .input(sessionInput)
    .output(paymentSessionResponse)
    .mutation(async ({ ctx, input }) => {
      const { id, session_id } = input
      await authorizeSessions(ctx.em, ctx.providers.payment, { id, session_ids: [session_id] })
      const response = await readPaymentSession(ctx, input)
      if (response.payment_session.status !== 'authorized') throw new NotAuthorized(session_id)
      return response
    }),
})

interface StoreCollectionResult {
  payment_collection: StorePaymentCollectionView
}

/** Whether a session waits for its customer or provider. A repeated request then checks the session again. */
function isAuthorizationPending(
  { payment_collection }: StoreCollectionResult,
  { session_ids }: { session_ids: string[] },
): boolean {
  const sessions = payment_collection.payment_sessions?.filter(({ id }) => session_ids.includes(id)) ?? []
  return sessions.some(({ status }) => status === 'pending' || status === 'requires_more')
}

class NotAuthorized extends DomainError {
  constructor(id: string) {
    super('payment_authorization_error', `Failed to authorize Payment Session id "${id}"`)
  }
}

async function readPaymentSession(
  ctx: ProcedureContext,
  { id, session_id }: { id: string; session_id: string },
): Promise<{ payment_session: CollectionSessionView }> {
  const { payment_collection } = await changedAnswer.read(ctx, id, {})
  const payment_session = payment_collection.payment_sessions?.find((session) => session.id === session_id)
  if (!payment_session) throw new NotFound(`Payment session with id ${session_id} was not found`)
  return { payment_session }
}
