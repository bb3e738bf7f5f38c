export const RESTORABLE = ['collection', 'discount', 'sales_channel', 'shipping_option', 'return_reason'] as const
export type Restorable = (typeof RESTORABLE)[number]

interface Kind {
  table: string
  title: string
  /** The rows that belong to no other deleted row. */
  where: string
  /** The column of rows that are deleted and restored with the row. */
  parent?: string
}

/** A discount is restored with its dynamic codes, and a return reason with its nested reasons. */
export const KINDS: Readonly<Record<Restorable, Kind>> = {
  collection: { table: 'product_collection', title: 'title', where: 'true' },
  discount: {
    table: 'discount',
    title: 'code',
    where: 'parent_discount_id is null',
    parent: 'parent_discount_id',
  },
  sales_channel: { table: 'sales_channel', title: 'name', where: 'true' },
  shipping_option: {
    table: 'shipping_option',
    title: 'name',
    where: 'exists (select from region r where r.id = region_id and r.deleted_at is null)',
  },
  return_reason: {
    table: 'return_reason',
    title: 'label',
    where: `not exists (
      select from return_reason p where p.id = return_reason.parent_return_reason_id and p.deleted_at is not null)`,
    parent: 'parent_return_reason_id',
  },
}
