import type { RouterOutputs } from '#client/index.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { pastOrders } from '#console/strings/past-orders.ts'

export type PastOrder = RouterOutputs['admin']['orders']['getPast']['past_order']

/** The status, or the words of the old shop for a status that only it had. */
export function PastStatus({ status, old_status }: Pick<PastOrder, 'status' | 'old_status'>) {
  const words = pastOrders.useWords()
  return (
    <StatusBadge tone={status ? TONES.past[status] : 'quiet'} text={status ? words[status] : (old_status ?? '–')} />
  )
}

export const programOf = ({ source }: Pick<PastOrder, 'source'>): string =>
  source === 'shopify' ? 'Shopify' : 'WooCommerce'
