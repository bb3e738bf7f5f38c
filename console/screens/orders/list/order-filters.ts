import type { RouterOutputs } from '#client/index.ts'

type Order = RouterOutputs['admin']['orders']['get']['order']

export const ORDER_STATUSES = [
  'pending',
  'completed',
  'requires_action',
  'canceled',
  'archived',
] as const satisfies Order['status'][]

export const PAYMENT_STATUSES = [
  'awaiting',
  'not_paid',
  'captured',
  'partially_refunded',
  'refunded',
  'canceled',
  'requires_action',
] as const satisfies Order['payment_status'][]

export const FULFILLMENT_STATUSES = [
  'not_fulfilled',
  'partially_fulfilled',
  'fulfilled',
  'partially_shipped',
  'shipped',
  'partially_returned',
  'returned',
  'canceled',
  'requires_action',
] as const satisfies Order['fulfillment_status'][]

/** Returns the valid statuses of a URL parameter, or undefined for no filter. */
export function pickStatuses<Status extends string>(
  statuses: readonly Status[],
  texts: readonly string[] | undefined,
): Status[] | undefined {
  const chosen = statuses.filter((status) => texts?.includes(status))
  return chosen.length > 0 ? chosen : undefined
}
