import { z } from 'zod'
import { Order } from '#entities/orders/order/order.ts'
import { createGiftCard } from '#entities/promotions/gift-card/create-gift-card.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { updateGiftCard } from '#entities/promotions/gift-card/update-gift-card.ts'
import { now } from '#entities/values/clock.ts'
import { rest } from '../context/meta.ts'
import { withChanges, withFields } from '../filters/field-inputs.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { Amount } from '../inputs/common.ts'
import { orderParams, pagingParams } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { type Condition, searchText } from '../reading/conditions.ts'
import { mayFindBy } from '../reading/readable-filters.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminGiftCardResource } from '../resources/gift-card.ts'

const view = { resource: AdminGiftCardResource, defaults: { relations: ['region', 'order'] } }
const giftCardAnswer = rowAnswer('gift_card', view)
const giftCardMutation = adminMutation(giftCardAnswer)

const giftCardChanges = optionalInputs(GiftCard, ['balance', 'is_disabled', 'ends_at', 'region_id', 'metadata'])
const { ends_at, metadata } = giftCardChanges

export const giftCards = router({
  list: adminList(
    'gift_cards',
    view,
    { q: z.string().optional() },
    {
      page: { ...pagingParams(50), ...orderParams },
      fields: 'gift_card',
    },
  )
    .meta(rest('GET', '/gift-cards', 'List gift cards', { allowsStaleReads: true }))
    .query(({ input }) => [searchGiftCards(input.q)]),

  get: adminGet(giftCardAnswer, rest('GET', '/gift-cards/{id}', 'Retrieve a gift card'), {}),

  create: giftCardMutation(
    withFields(['gift_card', 'admin'], {
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
    withChanges(['gift_card', 'admin'], {
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

function searchGiftCards(text: string | undefined): Condition | undefined {
  const byCode = searchText(text, ['code'])
  return byCode && /^\d{1,9}$/.test(text!) && mayFindBy(GiftCard, Order)
    ? { $or: [byCode, { order: { display_id: Number(text) } }] }
    : byCode
}
