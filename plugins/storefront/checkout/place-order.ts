import { DomainError } from 'cartwright'
import { z } from 'zod'
import type { Cart } from '../api.ts'
import { lastCart } from '../cart/read-cart.ts'
import { messageOf } from '../site/messages.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { readTenders } from './balances.ts'
import { isDecline } from './is-decline.ts'
import { payableSessions } from './payable-sessions.ts'
import { renderPayment } from './payment-page.ts'
import { leadToProvider, pageAddresses, showPaymentInProgress } from './provider-page.ts'

const input = z.object({
  provider: z.string().max(100).optional().catch(undefined),
  /** The total that the customer saw, in minor units. */
  total: z.coerce.number().int().catch(-1),
  /** The amount that balances left for the provider. */
  due: z.coerce.number().int().optional().catch(-1),
})

export const placeOrder = form(
  '/checkout/payment',
  input,
  async (visit, { input: { provider, total, due: shownDue } }) => {
    const { texts, store } = visit
    const cart = await lastCart(visit)
    if (!cart) return seeOther(visit, '/cart')
    if (cart.completed_at) return leadToOrder(visit, cart)
    const due = (await readTenders(visit, cart))?.due ?? cart.total
    if (cart.total !== total || (shownDue ?? due) !== due) {
      if (due > 0) await store.carts.createPaymentSessions({ id: cart.id })
      return refuse(visit, texts.checkout.totalChanged)
    }
    const isPayable = payableSessions(visit, cart).some(({ provider_id }) => provider_id === provider)
    if (due > 0 && !isPayable) return refuse(visit, texts.errors.choose)
    try {
      if (provider && due > 0) await store.carts.selectPaymentSession({ id: cart.id, provider_id: provider })
    } catch (error) {
      return explain(visit, error)
    }
    return finishOrder(visit, cart)
  },
)

/** Turns the cart into an order, or leads to the page of the payment provider. */
export async function finishOrder(visit: Visit, { id, total }: Cart): Promise<Response> {
  const { store, texts } = visit
  try {
    const done = await store.carts.complete({ id, ...pageAddresses(visit) })
    if (done.type !== 'cart') return leadToResult(visit, done)
    if (done.data.total !== total) return refuse(visit, texts.checkout.totalChanged)
    if (done.payment_status === 'pending') return showPaymentInProgress(visit)
    return (await leadToProvider(visit, done.data)) ?? (await refuseUnpaid(visit, done.data))
  } catch (error) {
    return explain(visit, error)
  }
}

/** A balance that has changed since the customer saw it pays less, so the customer agrees again. */
async function refuseUnpaid(visit: Visit, cart: Pick<Cart, 'id'>): Promise<Response> {
  const { totalChanged, declined } = visit.texts.checkout
  const hasBalance = (await readTenders(visit, cart))?.tenders.some(({ is_chosen }) => is_chosen)
  return refuse(visit, hasBalance ? totalChanged : declined)
}

/** Leads to the order of a cart that another click or a notice of the payment provider completed. */
export async function leadToOrder(visit: Visit, { id, type }: Cart): Promise<Response> {
  if (type === 'swap') return leadToResult(visit, { type, data: { id } })
  const { order } = await visit.store.orders.getByCart({ cart_id: id })
  return leadToResult(visit, { type: 'order', data: order })
}

function leadToResult(visit: Visit, { type, data }: { type: 'order' | 'swap'; data: { id: string } }): Response {
  visit.cart.forget()
  return seeOther(visit, type === 'order' ? `/orders/${data.id}?thanks` : '/account')
}

async function explain(visit: Visit, error: unknown): Promise<Response> {
  if (!(error instanceof DomainError)) throw error
  const { texts } = visit
  const cart = await lastCart(visit)
  if (cart?.completed_at) return leadToOrder(visit, cart)
  if (!isDecline(error)) return refuse(visit, messageOf(texts, error, cart?.items))
  if (cart) await startAgain(visit, cart)
  return refuse(visit, texts.checkout.declined)
}

/** A declined payment stays declined. The next try needs a new one. */
async function startAgain({ store }: Visit, { id, payment_sessions = [] }: Cart): Promise<void> {
  const declined = payment_sessions.find(({ is_selected }) => is_selected)
  if (declined) await store.carts.refreshPaymentSession({ id, provider_id: declined.provider_id })
}

const refuse = async (visit: Visit, error: string): Promise<Response> => refused(await renderPayment(visit, { error }))
