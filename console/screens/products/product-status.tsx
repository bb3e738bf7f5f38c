import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { products } from '#console/strings/products.ts'

export const PRODUCT_STATUSES = ['draft', 'proposed', 'published', 'rejected'] as const

export type ProductStatus = (typeof PRODUCT_STATUSES)[number]

/** The value of the filter for archived products, which have any status. */
export const ARCHIVED = 'archived'

interface ProductStatusBadgeProps {
  product: { status: ProductStatus; archived_at: Date | null }
}

export function ProductStatusBadge({ product: { status, archived_at } }: ProductStatusBadgeProps) {
  const words = products.useWords()
  if (archived_at) return <StatusBadge tone={TONES.product.archived} text={words.archived} />
  return <StatusBadge tone={TONES.product[status]} text={words[status]} />
}

/** The statuses as options of a select. */
export function useStatusOptions(): { value: ProductStatus; label: string }[] {
  const words = products.useWords()
  return PRODUCT_STATUSES.map((value) => ({ value, label: words[value] }))
}
