import type { EntityManager } from '@mikro-orm/postgresql'
import { defer } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { shopOf } from '#entities/shop.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { type PricedCart, priceCart } from '../pricing/price-cart.ts'

type Agreement = Pick<CartSnapshot, 'agreed_gift_card_total' | 'agreed_tender_total'>

export const hasAgreement = ({ agreed_gift_card_total, agreed_tender_total }: Agreement): boolean =>
  agreed_gift_card_total !== null || agreed_tender_total !== null

/**
 * The next flush stores what gift cards and balances pay. A change of a discount can change these amounts and leave the amount due as
 * it is, for example 0, and such a cart has no payment session that stores an amount.
 */
export async function recordAgreement(
  em: EntityManager,
  cart: CartSnapshot,
  priced = priceCart(cart, shopOf(em), 'forced'),
): Promise<void> {
  const { agreed_gift_card_total, agreed_tender_total } = agreementOf(cart, priced)
  const isStored =
    cart.agreed_gift_card_total === agreed_gift_card_total && cart.agreed_tender_total === agreed_tender_total
  if (!isStored) await defer(em, setAgreement.with(cart.id, agreed_gift_card_total, agreed_tender_total))
}

/** Null as long as the cart never had gift cards or balances. */
const agreementOf = (cart: CartSnapshot, { totals, tenders }: PricedCart): Agreement => ({
  agreed_gift_card_total:
    cart.gift_cards.length === 0 && cart.agreed_gift_card_total === null ? null : totals.gift_card_total,
  agreed_tender_total: cart.balances.length === 0 && cart.agreed_tender_total === null ? null : sumOfAmounts(tenders),
})

const setAgreement = query(
  (db, id: string, agreed_gift_card_total: number | null, agreed_tender_total: number | null) =>
    db
      .updateTable('cart')
      .set(({ fn }) => ({ agreed_gift_card_total, agreed_tender_total, updated_at: fn('now') }))
      .where('id', '=', id),
)
