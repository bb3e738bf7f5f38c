import { type Effect, insertRow, lockRow, NotAllowed, now, type Rule, rowWithFields, statement } from 'cartwright'
import { schedule } from './schedule.ts'
import { settings } from './settings.ts'
import { fields, Subscription } from './subscription.ts'

/** Refuses a cart before its payment. */
export const checkLines: Rule<'cart.complete'> = async ({ cart, em }) => {
  for (const line of cart.items) {
    const { subscription_id: id, subscription_interval: interval } = rowWithFields(line, fields.line_item)
    if (id && !line.is_return) assertRenewal(await em.findOne(Subscription, { id }), line, cart.id)
    if (!interval || line.is_return) continue
    if (!cart.customer?.has_account) throw new NotAllowed('Please log in to order a subscription')
    const offered = line.variant && rowWithFields(line.variant, fields.variant).subscription_intervals
    if (!offered?.includes(interval)) throw new NotAllowed(`${line.title} has no subscription of ${interval}`)
  }
}

/** Begins a subscription with its first order, and plans the next renewal with the order of a renewal. */
export const followOrders: Effect<'cart.complete'> = async ({ cart, order, em, ...shop }) => {
  for (const line of order ? cart.items : []) {
    const { subscription_id: id, subscription_interval: interval } = rowWithFields(line, fields.line_item)
    if (id) {
      const subscription = assertRenewal(await lockRow(em, Subscription, { id }), line, cart.id)
      subscription.order_id = order!.id
      await schedule(em, subscription, subscription.period + 1)
    } else if (interval) {
      const { variant_id, quantity, unit_price, includes_tax: agreed_includes_tax } = line
      const agreed_price = settings.of(shop).SUBSCRIPTIONS_PRICE === 'agreed' ? unit_price : null
      const sold = { variant_id, quantity, agreed_price, agreed_includes_tax, interval, order_id: order!.id }
      const provider_id = cart.payment_sessions.find(({ is_selected }) => is_selected)?.provider_id ?? null
      const times = { started_at: now(), due_at: now() }
      const values = { ...sold, ...times, provider_id, customer_id: cart.customer_id! }
      await schedule(em, insertRow(em, Subscription, values), 1)
    }
  }
}

type Terms = Pick<Subscription, 'cart_id' | 'quantity' | 'agreed_price'>

/**
 * A skipped, paused or canceled renewal has no open cart, and its payment is canceled. An agreed price holds for the agreed
 * quantity.
 */
function assertRenewal<Found extends Terms>(
  subscription: Found | null,
  { title, quantity }: { title: string; quantity: number },
  cart_id: string,
): Found {
  if (subscription?.cart_id !== cart_id) throw new NotAllowed('This renewal of the subscription is no longer open')
  if (subscription.agreed_price != null && quantity !== subscription.quantity)
    throw new NotAllowed(
      `The agreed price of ${title} is for a quantity of ${subscription.quantity}. Set the quantity to ${subscription.quantity}, and order more in another cart.`,
    )
  return subscription
}

export const cancelErased: Effect<'customer.erase'> = async ({ em, customer_ids }) =>
  void (await cancelOf(em, customer_ids))

const cancelOf = statement(`
  update subscription set status = 'canceled', cart_id = null, attempt_at = null, updated_at = now()
  where customer_id = any($1::text[]) and status <> 'canceled'`)
