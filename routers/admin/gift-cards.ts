import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { createGiftCard } from '#entities/promotions/gift-card/create-gift-card.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { updateGiftCard } from '#entities/promotions/gift-card/update-gift-card.ts'
import { now } from '#entities/values/clock.ts'
import { Amount } from '../inputs/common.ts'
import { orderParams, pagingParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { optionalInputs } from '../reading/columns.ts'
import { type Condition, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { AdminGiftCardResource } from '../resources/gift-card.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: AdminGiftCardResource, defaults: { relations: ['region', 'order'] } }
const giftCardResponse = responseSchema({ gift_card: AdminGiftCardResource })
const giftCardMutation = adminMutation({ response: giftCardResponse, read: readGiftCard })

const giftCardChanges = optionalInputs(GiftCard, ['balance', 'is_disabled', 'ends_at', 'region_id', 'metadata'])
const { ends_at, metadata } = giftCardChanges

export const giftCards = router({
  list: adminProcedure
    .meta(rest('GET', '/gift-cards', 'List gift cards', { allowsStaleReads: true }))
    .input(z.strictObject({ ...pagingParams(50), q: z.string().optional(), ...orderParams }).prefault({}))
    .output(listResponseSchema('gift_cards', AdminGiftCardResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: [searchGiftCards(input.q)] })
      return { gift_cards: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/gift-cards/{id}', 'Retrieve a gift card'))
    .input(z.strictObject({ id: z.string() }))
    .output(giftCardResponse)
    .query(async ({ ctx, input }) => readGiftCard(ctx, input.id)),

  create: giftCardMutation(
    z.strictObject({
      value: Amount,
      ends_at,
      is_disabled: z.boolean().optional(),
      region_id: z.string(),
      metadata,
    }),
  )
    .meta(rest('POST', '/gift-cards', 'Create a gift card'))
    .mutation(({ ctx, input }) => createGiftCard(ctx.em, input)),

  update: giftCardMutation(
    z.strictObject({
      id: z.string(),
      ...giftCardChanges,
    }),
  )
    .meta(rest('POST', '/gift-cards/{id}', 'Update a gift card'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateGiftCard(ctx.em, id, changes)),

  delete: adminDeletion('gift-card')
    .meta(rest('DELETE', '/gift-cards/{id}', 'Delete a gift card'))
    .mutation(({ ctx, input: { id } }) => ctx.em.nativeUpdate(GiftCard, { id }, { deleted_at: now() })),
})

async function readGiftCard({ em }: { em: EntityManager }, id: string): Promise<z.output<typeof giftCardResponse>> {
  const gift_card = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!gift_card) throw new NotFound(`Gift card with id: ${id} was not found`)
  return { gift_card }
}

function searchGiftCards(text: string | undefined): Condition | undefined {
  const byCode = searchText(text, ['code'])
  return byCode && /^\d{1,9}$/.test(text!) ? { $or: [byCode, { order: { display_id: Number(text) } }] } : byCode
}
