import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { InvalidData } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { sum } from '#entities/values/money.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { allocateRefund, computeClaimRefunds } from '../order/refund-amounts.ts'
import { readRefundableAmount } from '../order/returned-quantities.ts'
import { readDebt, settleDebt } from '../payment/settle-debt.ts'
import { syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { type ReturnRequestCheck, requestReturnStep } from '../return/request-return.ts'
import { addReplacementItems } from './add-replacement-items.ts'
import type { ClaimItem } from './claim-item.ts'
import type { ClaimOrder } from './claim-order.ts'
import { type ClaimedLine, readClaimedLines } from './claimed-lines.ts'
import { assertCompleteClaim, type NewClaim } from './new-claim.ts'
import { refundClaim } from './refund-claim.ts'
import { requestClaimReturn } from './request-claim-return.ts'
import { setClaimShippingMethods } from './set-claim-shipping-methods.ts'
import { storeClaim } from './store-claim.ts'

export interface ClaimPorts {
  payment: PaymentProviders
  fulfillment: FulfillmentProviders
}

export interface ClaimCheck {
  order: Row<Order>
  claim: NewClaim
}

export const createClaimStep = new Step<ClaimCheck, { claim_id: string }>({
  moment: 'An administrator creates a claim, which refunds or replaces items.',
  context: { order: '', claim: 'the input' },
  result: { claim_id: '' },
  fields: ['order', 'line_item'],
})

/** A claim refunds fulfilled items or sends a replacement. It can request the return of the items. */
export async function createClaim(
  em: EntityManager,
  ports: ClaimPorts,
  { order_id, ...input }: NewClaim & { order_id: string },
): Promise<Row<ClaimOrder>> {
  const order = await lockOrder(em, order_id, `Order with id ${order_id} was not found`)
  const lines = await checkClaim(em, order, input)
  await createClaimStep.assertAllowed(em, { order, claim: input })
  const { refunds, settled } = await computeItemRefunds(em, order, { input, lines })
  const { claim, items } = await storeClaim(em, order, { input, lines, refunds })
  const creation = { claim, order, input, lines, items }
  await sendReplacement(em, ports.fulfillment, creation)
  await requestItemReturn(em, ports.fulfillment, creation)
  // A refund at a provider cannot be rolled back, so all rows are stored before it.
  await em.flush()
  await settleDebt(em, order, { owner_id: claim.id, amount: settled })
  if (claim.type === 'refund') await refundClaim(em, ports.payment, { claim, order })
  if (settled > 0) await syncPaymentAfterChange(em, order)
  await announceClaim(em, claim, items)
  createClaimStep.addEffects(em, { order, claim: input, claim_id: claim.id })
  return claim
}

interface ClaimCreation {
  claim: Row<ClaimOrder>
  order: Row<Order>
  input: NewClaim
  lines: readonly ClaimedLine[]
  items: readonly Row<ClaimItem>[]
}

async function checkClaim(em: EntityManager, order: Row<Order>, input: NewClaim): Promise<ClaimedLine[]> {
  assertCompleteClaim(input)
  if (order.canceled_at)
    throw new InvalidData('Cannot create a claim on a canceled item.').because({ name: 'order_canceled' })
  const lines = await readClaimedLines(em, order, input.claim_items)
  if (input.return_shipping) await requestReturnStep.assertAllowed(em, returnRequestOf(order, input))
  return lines
}

const returnRequestOf = (order: Row<Order>, { claim_items: items }: NewClaim): ReturnRequestCheck => ({
  order,
  request: { order_id: order.id, items },
  reason: 'claim',
})

interface ItemRefunds {
  refunds: readonly number[]
  /** The part of the value that settles what the customer owes, in minor units. */
  settled: number
}

async function computeItemRefunds(
  em: EntityManager,
  order: Row<Order>,
  { input, lines }: Pick<ClaimCreation, 'input' | 'lines'>,
): Promise<ItemRefunds> {
  const portions = lines.map(({ portion }) => portion)
  if (input.type === 'replace') return { refunds: lines.map(() => 0), settled: 0 }
  const debt = await readDebt(em, order)
  const value = input.refund_amount ?? sum(lines.map((line) => line.value))
  const settled = Math.min(value, debt)
  const rest = value - settled
  if (input.refund_amount != null) return { refunds: allocateRefund(rest, portions), settled }
  const refundable = Math.min(rest, await readRefundableAmount(em, order.id))
  return { refunds: computeClaimRefunds(portions, refundable), settled }
}

async function sendReplacement(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, input, lines }: ClaimCreation,
): Promise<void> {
  const claimed = lines.map(({ variant_id, portion, value }) => ({ variant_id, quantity: portion.quantity, value }))
  const subtotal = await addReplacementItems(em, { claim, order }, { items: input.additional_items ?? [], claimed })
  const methods = input.shipping_methods ?? []
  if (methods.length > 0) await setClaimShippingMethods(em, providers, { claim, order, subtotal, methods })
}

async function requestItemReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, input, lines, items: claimItems }: ClaimCreation,
): Promise<void> {
  const { return_shipping: shipping, return_location_id: location_id = null } = input
  if (!shipping) return
  const value = claim.type === 'refund' ? (claim.refund_amount ?? 0) : sum(lines.map((line) => line.value))
  const items = claimItems.map(({ item_id, quantity }, i) => ({ item_id, quantity, metadata: lines[i]!.metadata }))
  const claimReturn = { claim, order, items, value, shipping, location_id }
  const { id: return_id } = await requestClaimReturn(em, providers, claimReturn)
  requestReturnStep.addEffects(em, { ...returnRequestOf(order, input), return_id })
}

async function announceClaim(
  em: EntityManager,
  claim: Row<ClaimOrder>,
  items: readonly Row<ClaimItem>[],
): Promise<void> {
  const { id, no_notification = null } = claim
  const refunded = { name: 'claim.refund_processed', payload: { id, no_notification } } as const
  await announceAll(em, [
    { name: 'claim.created', payload: { id, no_notification } },
    ...items.map((item) => ({ name: 'claim_item.created', payload: { id: item.id, no_notification } }) as const),
    ...(claim.payment_status === 'refunded' ? [refunded] : []),
  ])
}
