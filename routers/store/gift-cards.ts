import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { openGet } from '../procedures/row-get.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { StoreGiftCard } from '../resources/gift-card.ts'

const giftCardAnswer = rowAnswer(
  'gift_card',
  { resource: StoreGiftCard, defaults: { relations: ['region'] }, by: 'code' },
  (code) => new NotFound(`Gift card with code: ${code} was not found`).because({ name: 'gift_card_unknown', code }),
)

export const giftCards = router({
  get: openGet(
    giftCardAnswer,
    rest('GET', '/gift-cards/{code}', 'Retrieve a gift card by its code', { takesCodes: true }),
    {},
  ),
})
