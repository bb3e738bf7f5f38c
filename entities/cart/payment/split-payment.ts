import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, trackRow } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import { sum } from '#entities/values/money.ts'
import { lockAndReadOpenCart } from '../cart/lock-cart.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PaymentContext, PaymentProviders } from './payment-port.ts'
import { PaymentSession } from './payment-session.ts'
import {
  buildCartPayment,
  deselectSession,
  initiatePayment,
  insertSession,
  updateSession,
} from './sync-payment-sessions.ts'

export interface ChosenPayment {
  provider_id: string
  /** Minor units. Null for the provider that pays the rest. */
  amount: number | null
}

interface SplitChoice {
  id: string
  caller_id: string | null
  payments: readonly ChosenPayment[]
}

/**
 * Chooses the providers that pay for a cart, with their amounts. A payment that is already there and has this amount stays.
 * @throws NotFound. NotAllowed for a swap, for a provider that the region does not offer, and for amounts that leave no rest. InvalidData
 * for a provider that is named twice, or without exactly one payment of the rest.
 */
export async function splitPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { id, caller_id, payments }: SplitChoice,
): Promise<void> {
  const [cart] = await lockAndReadOpenCart(em, { id, caller_id })
  assertSplittable(cart, payments)
  const payment = buildCartPayment(cart, priceCart(cart, shopOf(em), 'forced'))
  const rest = restOf(payment, payments)
  const stored = cart.payment_sessions.map((session) => trackRow(em, PaymentSession, session))
  const reusable = stored.filter(isReusable)
  const parts = payments.map(({ provider_id, amount }) => ({
    provider_id,
    fixed_amount: amount,
    payment: { ...payment, amount: amount ?? rest },
    session: reusable.find((session) => session.provider_id === provider_id),
  }))
  // `initiate` may end this run of the mutation, so these are the first provider calls.
  const initiated = await Promise.all(
    parts.map((part) => (part.session ? undefined : initiatePayment(providers, part, part.payment))),
  )
  const reused = new Set(parts.map(({ session }) => session))
  for (const session of stored) {
    if (session.is_initiated && !reused.has(session)) await deselectSession(providers, session)
    Object.assign(session, { is_selected: null, fixed_amount: null })
  }
  // A unique index allows one selected session per cart.
  await em.flush()
  for (const [i, { provider_id, fixed_amount, ...part }] of parts.entries()) {
    const session =
      stored.find((one) => one.provider_id === provider_id) ?? insertSession(em, provider_id, part.payment)
    if (part.session) await updateSession(providers, session, part.payment)
    Object.assign(session, initiated[i], {
      is_initiated: true,
      is_selected: fixed_amount === null ? true : null,
      fixed_amount,
    })
  }
}

/** A canceled or declined payment needs a new one. */
const isReusable = ({ is_initiated, status }: Row<PaymentSession>): boolean =>
  is_initiated && status !== 'canceled' && status !== 'error'

function assertSplittable({ type, region }: CartSnapshot, payments: readonly ChosenPayment[]): void {
  if (type === 'swap')
    throw new NotAllowed('One provider pays the difference of a swap').because({ name: 'split_in_swap' })
  const isOffered = ({ provider_id }: ChosenPayment) => region.payment_providers.some(({ id }) => id === provider_id)
  const unknown = payments.find((payment) => !isOffered(payment))
  if (unknown)
    throw new NotAllowed(`The payment method ${unknown.provider_id} is not available in this region`)
      .about('payments')
      .because({ name: 'payment_method_unavailable', provider: unknown.provider_id })
  if (new Set(payments.map(({ provider_id }) => provider_id)).size < payments.length)
    throw new InvalidData('Each payment provider can be chosen once')
      .about('payments')
      .because({ name: 'split_provider_twice' })
  if (payments.filter(({ amount }) => amount === null).length !== 1)
    throw new InvalidData('Leave out the amount of exactly one payment. It pays the rest.')
      .about('payments')
      .because({ name: 'split_without_rest' })
}

function restOf({ amount: due, currency_code }: PaymentContext, payments: readonly ChosenPayment[]): number {
  const fixed = sum(payments.map(({ amount }) => amount ?? 0))
  if (fixed >= due)
    throw new NotAllowed(`The amount due is ${due}, and the amounts are ${fixed} together. Leave a part for the rest.`)
      .about('payments')
      .because({ name: 'split_too_large', due, currency_code })
  return due - fixed
}
