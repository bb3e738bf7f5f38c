import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { createGiftCard } from '#entities/promotions/gift-card/create-gift-card.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { updateGiftCard } from '#entities/promotions/gift-card/update-gift-card.ts'
import { Amount, deletionResponse, Metadata, Timestamp } from '../inputs/common.ts'
import { orderParams, pagingParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { type Condition, searchText } from '../reading/conditions.ts'
import { listRows, readRow } from '../reading/list-rows.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { AdminGiftCardResource } from '../resources/gift-card.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { resource: AdminGiftCardResource, defaults: { relations: ['region', 'order'] } }
const giftCardResponse = responseSchema({ gift_card: AdminGiftCardResource })

export const giftCards = router({
  list: adminProcedure
    .meta(rest('GET', '/gift-cards', 'List gift cards', { mayBeStale: true }))
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
    .query(async ({ ctx, input }) => readGiftCard(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/gift-cards', 'Create a gift card'))
    .input(
      z.strictObject({
        value: Amount,
        ends_at: Timestamp.nullish(),
        is_disabled: z.boolean().optional(),
        region_id: z.string(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(giftCardResponse)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createGiftCard(ctx.em, input)
      await ctx.em.flush()
      return readGiftCard(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/gift-cards/{id}', 'Update a gift card'))
    .input(
      z.strictObject({
        id: z.string(),
        balance: z.int().nullish(),
        is_disabled: z.boolean().nullish(),
        ends_at: Timestamp.nullish(),
        region_id: z.string().nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(giftCardResponse)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await updateGiftCard(ctx.em, id, changes)
      await ctx.em.flush()
      return readGiftCard(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/gift-cards/{id}', 'Delete a gift card'))
    .input(z.strictObject({ id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.em.nativeUpdate(GiftCard, { id }, { deleted_at: new Date() })
      return { id, object: 'gift-card', deleted: true }
    }),
})

async function readGiftCard(em: EntityManager, id: string): Promise<z.output<typeof giftCardResponse>> {
  const gift_card = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!gift_card) throw new NotFound(`Gift card with id: ${id} was not found`)
  return { gift_card }
}

/** The code contains the text, or the text is the number of the order in which the card was bought. */
function searchGiftCards(text: string | undefined): Condition | undefined {
  const byCode = searchText(text, ['code'])
  return byCode && /^\d{1,9}$/.test(text!) ? { $or: [byCode, { order: { display_id: Number(text) } }] } : byCode
}
