import { StatusBadge, type Tone } from '#console/components/status-badge.tsx'
import { products } from '#console/strings/products.ts'

export const PRODUCT_STATUSES = ['draft', 'proposed', 'published', 'rejected'] as const

export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

const TONES: Record<ProductStatus, Tone> = {
  draft: 'quiet',
  proposed: 'attention',
  published: 'good',
  rejected: 'bad',
}

export function ProductStatusBadge({ status }: { status: ProductStatus }) {
  const words = products.useWords()
  return <StatusBadge tone={TONES[status]} text={words[status]} />
}

/** The statuses as options of a select. */
export function useStatusOptions(): { value: ProductStatus; label: string }[] {
  const words = products.useWords()
  return PRODUCT_STATUSES.map((value) => ({ value, label: words[value] }))
}
