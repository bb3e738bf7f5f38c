import {
  announce,
  Conflict,
  DomainError,
  defineJob,
  inTransaction,
  lockRow,
  now,
  type PluginContext,
  statement,
  Unavailable,
} from 'cartwright'
import { z } from 'zod'
import { openCart, type PreparedCart } from './open-cart.ts'
import { Subscription } from './subscription.ts'

/** The days after a failed attempt until the next one. After the last one, the subscription is unpaid. */
const RETRY_DAYS = [1, 3, 7]
const DAY = 24 * 60 * 60 * 1000

export const renewDue = defineJob({
  name: 'subscriptions.renewDue',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: (_, { em }) =>
    inTransaction(em, async (tx) => {
      for (const { id } of await selectDue(tx, now())) await renew.enqueue(tx, { id }, { key: `renew ${id}` })
    }),
})

const selectDue = statement<{ id: string }>(
  `select id from subscription where status = 'active' and attempt_at <= $1::timestamptz order by attempt_at limit 5000`,
)

export const renew = defineJob({
  name: 'subscriptions.renew',
  payload: z.object({ id: z.string() }),
  async run({ id }, shop) {
    const due = await shop.em.findOne(Subscription, { id, status: 'active', attempt_at: { $lte: now() } })
    if (!due) return
    let { cart_id } = due
    try {
      const cart = await openCart(shop, due)
      if (!cart) return
      cart_id = cart.id
      const status = await pay(shop, due, cart)
      if (status === 'pending') await putOff(shop, { id, cart_id }, { status })
      else if (status !== 'paid') await putOff(shop, { id, cart_id }, { status, tells: 'confirm' })
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof Conflict || error instanceof Unavailable) throw error
      const tells = error.reason?.name === 'payment_declined' ? 'declined' : undefined
      await putOff(shop, { id, cart_id }, { status: error.message, tells })
    }
  },
})

/** Charges the newest saved method at the provider of the first order, or completes the cart as its customer would. */
async function pay(
  { as }: PluginContext,
  { customer_id, ...due }: Subscription,
  { id, fingerprint }: PreparedCart,
): Promise<string> {
  const { carts, customers } = as({ customer_id }).store
  const { cart } = await carts.createPaymentSessions({ id })
  const offered = (cart.payment_sessions ?? []).map(({ provider_id }) => provider_id)
  const provider_id = offered.find((name) => name === due.provider_id) ?? offered[0]
  if (provider_id) await carts.selectPaymentSession({ id, provider_id })
  const { payment_methods } = await customers.listPaymentMethods()
  const method = payment_methods.find((one) => one.provider_id === provider_id)
  const options = method ? { savedMethod: { id: String(method.data.id), fingerprint } } : {}
  const completion = await as({ customer_id }, options).store.carts.complete({ id })
  return completion.type === 'cart' ? completion.payment_status : 'paid'
}

interface Failure {
  status: string
  /** What the mail to the customer asks for. */
  tells?: 'confirm' | 'declined' | undefined
}

/** Does nothing if the customer has paid, paused or canceled in the meantime. */
const putOff = (
  { em }: PluginContext,
  { id, cart_id }: Pick<Subscription, 'id' | 'cart_id'>,
  { status, tells }: Failure,
) =>
  inTransaction(em, async (tx) => {
    const subscription = await lockRow(tx, Subscription, { id })
    if (subscription?.status !== 'active' || (subscription.cart_id ?? null) !== (cart_id ?? null)) return
    const days = status === 'pending' ? 1 : RETRY_DAYS[subscription.attempts++]
    const attempt_at = days ? new Date(now().getTime() + days * DAY) : null
    Object.assign(subscription, { problem: status, attempt_at, status: days ? 'active' : 'unpaid' })
    const { customer_id } = subscription
    if (tells && cart_id)
      await announce(tx, 'subscriptions.payment_failed', { id, customer_id, cart_id, tells, is_last: !days })
  })
