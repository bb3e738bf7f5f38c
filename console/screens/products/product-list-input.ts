import type { ListState } from '#console/components/list/use-list.ts'
import { ARCHIVED, PRODUCT_STATUSES } from './product-status.tsx'

/** The input of the list of products for the search and the filters in the address. Archived products need their filter. */
export function productListInput(list: ListState) {
  const status = PRODUCT_STATUSES.find((name) => name === list.text('status'))
  return {
    ...list.input,
    ...(status ? { status: [status] } : {}),
    is_archived: list.text('status') === ARCHIVED,
    collection_id: list.texts('collection'),
    category_id: list.texts('category'),
    include_category_children: true,
    type_id: list.texts('type'),
    sales_channel_id: list.texts('channel'),
    created_at: list.dates('created_at'),
  }
}
