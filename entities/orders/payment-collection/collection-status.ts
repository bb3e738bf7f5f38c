export const COLLECTION_STATUSES = ['not_paid', 'awaiting', 'authorized', 'partially_authorized', 'canceled'] as const
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number]

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
