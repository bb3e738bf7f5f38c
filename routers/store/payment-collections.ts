import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { DomainError, NotFound } from '#entities/errors.ts'
import { authorizeSessions } from '#entities/payment-collection/authorize-sessions.ts'
import { PaymentCollection } from '#entities/payment-collection/payment-collection.ts'
import { refreshSession, setSession, setSessions } from '#entities/payment-collection/set-sessions.ts'
import { rest } from '../meta.ts'
import { Amount, requiredText } from '../schemas/common.ts'
import { readRow } from '../schemas/list.ts'
import { selecting } from '../schemas/query.ts'
import { answer } from '../schemas/resource.ts'
import {
  CollectionSessionResource,
  type CollectionSessionView,
  StorePaymentCollection,
  type StorePaymentCollectionView,
} from '../schemas/resources/payment-collection.ts'
import type { Defaults, Wanted } from '../schemas/selection.ts'
import { openProcedure, router } from '../trpc.ts'

/* Whoever knows the id of a collection, as those do who were asked for the money, may read it and pay. */

const shown = { entity: PaymentCollection, resource: StorePaymentCollection }

const asRead: Defaults = {
  relations: ['region', 'payment_sessions'],
  columns: ['id', 'type', 'status', 'description', 'amount', 'currency_code', 'metadata'],
  allowed: ['region.countries', 'region.currency', 'region.payment_providers', 'currency', 'payment_sessions'],
}

/** Whoever changes it is shown all columns of it, and which providers can collect it. */
const asChanged: Defaults = { relations: ['region.payment_providers', 'payment_sessions'] }

const withCollection = answer({ payment_collection: StorePaymentCollection })
const withSession = answer({ payment_session: CollectionSessionResource })
const collectionInput = z.strictObject({ id: z.string() })
const sessionInput = collectionInput.extend({ session_id: z.string() })

export const paymentCollections = router({
  get: openProcedure
    .meta(rest('GET', '/payment-collections/{id}', 'Read what is to be paid for an edit of an order'))
    .input(collectionInput.extend(selecting))
    .output(withCollection)
    .query(({ ctx, input: { id, ...wanted } }) => show(ctx.em, id, { wanted, defaults: asRead })),

  setSession: openProcedure
    .meta(rest('POST', '/payment-collections/{id}/sessions', 'Have one provider collect what is left of it'))
    .input(collectionInput.extend({ provider_id: requiredText }))
    .output(withCollection)
    .mutation(async ({ ctx, input }) => {
      await setSession(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return show(ctx.em, input.id)
    }),

  setSessions: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/batch', 'Have providers collect a part each of what is left'),
    )
    .input(
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
    .output(withCollection)
    .mutation(async ({ ctx, input }) => {
      await setSessions(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return show(ctx.em, input.id)
    }),

  authorizeSessions: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/batch/authorize', 'Pay parts of what is collected', {
        transactions: 'own',
        isFinal: (answer, input) => !isAwaited(answer as ShownCollection, input as { session_ids: string[] }),
      }),
    )
    .input(collectionInput.extend({ session_ids: z.array(z.string()) }))
    .output(withCollection)
    .mutation(async ({ ctx, input }) => {
      await authorizeSessions(ctx.em, ctx.providers.payment, input)
      return show(ctx.em, input.id)
    }),

  refreshSession: openProcedure
    .meta(rest('POST', '/payment-collections/{id}/sessions/{session_id}', 'Begin a part of what is collected anew'))
    .input(sessionInput)
    .output(withSession)
    .mutation(async ({ ctx, input }) => {
      const session_id = await refreshSession(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return showSession(ctx.em, { id: input.id, session_id })
    }),

  authorizeSession: openProcedure
    .meta(
      rest('POST', '/payment-collections/{id}/sessions/{session_id}/authorize', 'Pay a part of what is collected', {
        transactions: 'own',
      }),
    )
    .input(sessionInput)
    .output(withSession)
    .mutation(async ({ ctx, input }) => {
      const { id, session_id } = input
      await authorizeSessions(ctx.em, ctx.providers.payment, { id, session_ids: [session_id] })
      const shown = await showSession(ctx.em, input)
      if (shown.payment_session.status !== 'authorized') throw new NotAuthorized(session_id)
      return shown
    }),
})

interface ShownCollection {
  payment_collection: StorePaymentCollectionView
}

/** Whether one of these sessions waits for its customer or its provider: who asks again finds out what became of it. */
function isAwaited({ payment_collection }: ShownCollection, { session_ids }: { session_ids: string[] }): boolean {
  const asked = payment_collection.payment_sessions?.filter(({ id }) => session_ids.includes(id)) ?? []
  return asked.some(({ status }) => status === 'pending' || status === 'requires_more')
}

class NotAuthorized extends DomainError {
  constructor(id: string) {
    super('payment_authorization_error', `Failed to authorize Payment Session id "${id}"`)
  }
}

async function show(
  em: EntityManager,
  id: string,
  { wanted = {}, defaults = asChanged }: { wanted?: Wanted; defaults?: Defaults } = {},
): Promise<ShownCollection> {
  const payment_collection = await readRow(em, wanted, { ...shown, defaults, where: [{ id }] })
  if (!payment_collection) throw new NotFound(`Payment collection with id ${id} was not found`)
  return { payment_collection }
}

async function showSession(
  em: EntityManager,
  { id, session_id }: { id: string; session_id: string },
): Promise<{ payment_session: CollectionSessionView }> {
  const { payment_collection } = await show(em, id)
  const payment_session = payment_collection.payment_sessions?.find((one) => one.id === session_id)
  if (!payment_session) throw new NotFound(`Payment session with id ${session_id} was not found`)
  return { payment_session }
}
