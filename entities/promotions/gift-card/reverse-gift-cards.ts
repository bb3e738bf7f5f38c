import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'

/**
 * What the cards paid for an order is on them again; cards that were bought with it are disabled.
 * @throws NotAllowed where one that was bought with it has been used: nobody gives back both.
 */
export async function reverseGiftCards(em: EntityManager, order_id: string): Promise<void> {
  const cards = await lockCardsOf(em, order_id)
  if (cards.some(({ is_used }) => is_used))
    throw new NotAllowed('An order whose gift cards were used cannot be canceled')
  if (cards.some(({ is_bought }) => is_bought)) await disableBought(em, order_id)
  if (cards.some(({ is_bought }) => !is_bought)) await restoreBalances(em, order_id)
}

/** A card that was bought with the order and one that paid for it are never the same. */
const lockCardsOf = statement<{ is_bought: boolean; is_used: boolean }>(`
  select coalesce(order_id = $1, false) as is_bought, coalesce(order_id = $1 and balance < value, false) as is_used
  from gift_card where order_id = $1 or id in (select gift_card_id from gift_card_transaction where order_id = $1)
  order by id for no key update`)

const disableBought = statement('update gift_card set is_disabled = true, updated_at = now() where order_id = $1')

/**
 * A card is disabled when it is empty, and usable again when it is not. Where the shop has filled it up by hand meanwhile,
 * what would be more than its value is not given twice.
 */
const restoreBalances = statement(`
  update gift_card g set balance = least(g.value, g.balance + t.amount), updated_at = now(),
    balance_correction = g.balance_correction - greatest(0, g.balance + t.amount - g.value),
    is_disabled = g.is_disabled and g.balance > 0
  from gift_card_transaction t where t.order_id = $1 and t.gift_card_id = g.id`)
