import { ARCHIVED, type Archived } from '#entities/platform/archive/archive-row.ts'

export const SOFT_DELETED = [
  'collection',
  'discount',
  'sales_channel',
  'shipping_option',
  'shipping_profile',
  'return_reason',
  'note',
  'gift_card',
] as const
export type SoftDeleted = (typeof SOFT_DELETED)[number]

export const RESTORABLE = [...SOFT_DELETED, ...ARCHIVED] as const
export type Restorable = (typeof RESTORABLE)[number]

export const isArchived = (resource: Restorable): resource is Archived => ARCHIVED.some((one) => one === resource)

interface Kind {
  table: string
  title: string
  /** The rows that belong to no other deleted row. */
  where: string
  /** The column of rows that are deleted and restored with the row. */
  parent?: string
}

/** A discount is restored with its dynamic codes, and a return reason with its nested reasons. */
export const KINDS: Readonly<Record<SoftDeleted, Kind>> = {
  collection: { table: 'product_collection', title: 'title', where: 'true' },
  discount: {
    table: 'discount',
    title: 'code',
    where: `not exists (
      select from discount p where p.id = discount.parent_discount_id and p.deleted_at is not null)`,
    parent: 'parent_discount_id',
  },
  sales_channel: { table: 'sales_channel', title: 'name', where: 'true' },
  shipping_option: {
    table: 'shipping_option',
    title: 'name',
    where: 'exists (select from region r where r.id = region_id and r.deleted_at is null)',
  },
  shipping_profile: { table: 'shipping_profile', title: 'name', where: 'true' },
  return_reason: {
    table: 'return_reason',
    title: 'label',
    where: `not exists (
      select from return_reason p where p.id = return_reason.parent_return_reason_id and p.deleted_at is not null)`,
    parent: 'parent_return_reason_id',
  },
  gift_card: { table: 'gift_card', title: 'code', where: 'true' },
  note: { table: 'note', title: 'left(value, 80)', where: 'true' },
}
