export const COLLECTION_STATUSES = ['not_paid', 'awaiting', 'authorized', 'partially_authorized', 'canceled'] as const
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number]

/**
 * The status that follows from what is to be collected and what is authorised of it, in minor units, once somebody was
 * asked for it. One that is canceled stays so.
 */
export function computeCollectionStatus({
  amount,
  authorized_amount,
}: {
  amount: number
  authorized_amount: number
}): CollectionStatus {
  if (authorized_amount >= amount) return 'authorized'
  return authorized_amount > 0 ? 'partially_authorized' : 'awaiting'
}
