import type { Announcement } from '#entities/platform/event/announce.ts'

export const buildVariantAnnouncements = (
  action: 'created' | 'updated' | 'deleted',
  variants: readonly { id: string; product_id: string }[],
): Announcement[] =>
  variants.map(({ id, product_id }) => ({ name: `product-variant.${action}`, payload: { id, product_id } }))

export const variantsOf = (product_id: string, ids: readonly string[]) => ids.map((id) => ({ id, product_id }))
