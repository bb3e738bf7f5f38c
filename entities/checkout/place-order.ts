import type { EntityManager } from '@mikro-orm/postgresql'
import { type Columns, getRow, insertStatement, type Row } from '#database/rows.ts'
import { batch, defer } from '#database/statement.ts'
import { replaceCartDiscounts } from '#entities/cart/cart/apply-discounts.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { type Authorization, saveAuthorizationStatements } from '#entities/cart/payment/authorize-payment.ts'
import { amountGivenBy, findAppliedDiscounts, type PricedCart } from '#entities/cart/pricing/price-cart.ts'
import type { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { lockDraftOfCart } from '#entities/orders/draft-order/lock-draft-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { moveNotesToOrder } from '#entities/people/note/move-notes.ts'
import { type Announcement, announceStatement } from '#entities/platform/event/announce.ts'
import { countUsesStatements } from '#entities/promotions/discount/count-uses.ts'
import { type Spending, spendBudgets } from '#entities/promotions/discount/spend-budgets.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { assertLinesSold } from './assert-lines-sold.ts'
import type { CartConcluder, CheckoutResult, OrderResult, PreparedCheckout } from './cart-concluder.ts'
import { issueGiftCards } from './issue-gift-cards.ts'
import { buildOrderRows, type DraftOrderRow, type OrderRows, storeOrderStatements } from './order-rows.ts'
import { takeFromBalancesStatement } from './pay-by-balances.ts'
import { buildPlacedOrder } from './placed-order.ts'
import { assertDiscountsUsable } from './redeem-discounts.ts'
import { assertGiftCardsUsable, buildRedemption } from './redeem-gift-cards.ts'
import type { Checkout } from './validate-checkout.ts'

export const orderConcluder: CartConcluder = {
  async prepare(em, checkout) {
    assertOrderAvailable(checkout)
    if (checkout.cart.type !== 'draft_order') return new PreparedOrder(checkout)
    return new PreparedDraft(checkout, await lockDraftOfCart(em, checkout.cart.id))
  },
  async findResult(em, cart_id) {
    const { id } = await getRow(em, Order, { cart_id })
    return { type: 'order', id, placed: undefined }
  },
}

class PreparedOrder implements PreparedCheckout {
  readonly #checkout: Checkout

  constructor(checkout: Checkout) {
    this.#checkout = checkout
  }

  async conclude(em: EntityManager, payments: readonly Authorization[]): Promise<CheckoutResult> {
    return { type: 'order', ...(await placeOrder(em, { ...this.#checkout, payments })) }
  }
}

/** The customer pays a draft order by its payment link. */
class PreparedDraft implements PreparedCheckout {
  readonly #checkout: Checkout
  readonly #draft: Row<DraftOrder>

  constructor(checkout: Checkout, draft: Row<DraftOrder>) {
    this.#checkout = checkout
    this.#draft = draft
  }

  async conclude(em: EntityManager, payments: readonly Authorization[]): Promise<CheckoutResult> {
    const { id } = this.#draft
    const result = await placeOrder(em, { ...this.#checkout, payments, draft: this.#draft })
    await batch(
      em,
      completeDraft.with(id, result.id),
      moveNotesToOrder.with(id, result.id),
      announceStatement([{ name: 'draft_order.updated', payload: { id } }]),
    )
    return { type: 'order', ...result }
  }
}

const completeDraft = query((db, id: string, order_id: string) =>
  db
    .updateTable('draft_order')
    .set(({ fn }) => ({ status: 'completed', order_id, completed_at: fn('now'), updated_at: fn('now') }))
    .where('id', '=', id),
)

/** @throws OutOfStock. NotAllowed or InvalidData for a product, discount or gift card that is not available any longer. */
export function assertOrderAvailable({ cart, priced, stock, discounts }: Checkout): void {
  assertLinesSold(cart)
  stock.assertAvailable()
  assertDiscountsUsable(cart, discounts)
  assertGiftCardsUsable(cart, priced.totals)
}

export interface PaidCheckout extends Checkout {
  payments: readonly Authorization[]
  draft?: DraftOrderRow | undefined
}

export async function placeOrder(em: EntityManager, checkout: PaidCheckout): Promise<OrderResult> {
  const { priced, stock, payments, draft } = checkout
  const discounts = findAppliedDiscounts(checkout.cart, priced)
  const cart = { ...checkout.cart, discounts }
  const at = now()
  const rows = buildOrderRows(em, checkout)
  const { id } = rows.order
  const redemption = buildRedemption(em, cart, { order_id: id, gift_card_total: priced.totals.gift_card_total, at })
  const giftCards = issueGiftCards(em, { cart, priced, order_id: id })
  const stockStatements = await stock.takeStatements(em, at)
  const [[defaults]] = await batch(
    em,
    insertStatement(em, Order, [rows.order]),
    ...saveAuthorizationStatements(payments),
    giftCards.length > 0 ? insertStatement(em, GiftCard, giftCards) : undefined,
    announceStatement(
      buildAnnouncements({ id, no_notification: draft?.no_notification_order ?? null }, rows, giftCards),
    ),
    ...stockStatements,
    ...redemption.statements,
    ...storeOrderStatements(em, { cart, priced }, rows),
    takeFromBalancesStatement(em, priced, rows.payments),
  )
  // A code that gives nothing is neither counted nor part of the order. The cart keeps the automatic discounts of the order.
  const ids = discounts.map((discount) => discount.id)
  const hasAutomatic = discounts.some(({ is_automatic }) => is_automatic)
  if (hasAutomatic || ids.length < checkout.cart.discounts.length) await replaceCartDiscounts(em, cart.id, ids)
  const budgeted = discounts.filter(({ rule }) => rule.budgets !== null)
  if (budgeted.length > 0) await defer(em, spendBudgets.with(...spendingOf(checkout.cart, budgeted, priced)))
  const unlimited = discounts.filter(({ rule }) => rule.budgets === null)
  if (ids.length > 0) await defer(em, ...countUsesStatements(ids, spendingOf(checkout.cart, unlimited, priced)))
  const order = { ...rows.order, ...defaults }
  return {
    id,
    order: order as Columns<Order>,
    placed: buildPlacedOrder({ ...rows, order, cart, redemption, stockAfter: stock.stockAfter(at) }),
  }
}

function spendingOf({ region }: CartSnapshot, discounts: CartSnapshot['discounts'], priced: PricedCart): Spending {
  const given = new Map<string, number>()
  for (const { id, rule } of discounts) given.set(rule.id, (given.get(rule.id) ?? 0) + amountGivenBy(id, priced))
  return [region.currency_code, [...given.keys()], [...given.values()]]
}

interface AnnouncedOrder {
  id: string
  no_notification: boolean | null
}

const buildAnnouncements = (
  { id, no_notification }: AnnouncedOrder,
  { order }: Pick<OrderRows, 'order'>,
  giftCards: readonly { id: string }[],
): Announcement[] => [
  { name: 'order.placed', payload: { id, no_notification } },
  ...(order.payment_status === 'captured'
    ? [{ name: 'order.payment_captured', payload: { id, no_notification } } as const]
    : []),
  ...giftCards.flatMap((card): Announcement[] => [
    { name: 'gift_card.created', payload: { id: card.id } },
    { name: 'order.gift_card_created', payload: { id, gift_card_id: card.id } },
  ]),
]
