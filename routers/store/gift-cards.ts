import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { openProcedure, router } from '../procedures/trpc.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { StoreGiftCard } from '../resources/gift-card.ts'

const view = { resource: StoreGiftCard, defaults: { relations: ['region'] } }

export const giftCards = router({
  get: openProcedure
    .meta(rest('GET', '/gift-cards/{code}', 'Retrieve a gift card by its code', { takesCodes: true }))
    .input(z.strictObject({ code: z.string() }))
    .output(responseSchema({ gift_card: StoreGiftCard }))
    .query(async ({ ctx, input: { code } }) => {
      const gift_card = await readRow(ctx.em, {}, { ...view, where: [{ code }] })
      if (!gift_card)
        throw new NotFound(`Gift card with code: ${code} was not found`).because({ name: 'gift_card_unknown', code })
      return { gift_card }
    }),
})
