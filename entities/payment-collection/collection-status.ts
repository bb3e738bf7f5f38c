export const COLLECTION_STATUSES = ['not_paid', 'awaiting', 'authorized', 'partially_authorized', 'canceled'] as const
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number]

/** What is to be collected and what is authorised of it, in minor units, and whether a provider was asked for any. */
export interface Collected {
  amount: number
  authorized_amount: number
  isAsked: boolean
}

/** The status that follows from the money; one that is canceled stays so. */
export function collectionStatusOf({ amount, authorized_amount, isAsked }: Collected): CollectionStatus {
  if (authorized_amount >= amount) return 'authorized'
  if (authorized_amount > 0) return 'partially_authorized'
  return isAsked ? 'awaiting' : 'not_paid'
}
