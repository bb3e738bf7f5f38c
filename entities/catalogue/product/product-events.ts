import type { Announcement } from '#entities/platform/event/announce.ts'

export const buildProductUpdates = (ids: readonly string[]): Announcement[] =>
  ids.map((id) => ({ name: 'product.updated', payload: { id } }))
