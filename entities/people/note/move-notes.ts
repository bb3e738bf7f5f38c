import { query } from '#entities/query.ts'

/** Moves the notes of a draft order to its order. */
export const moveNotesToOrder = query((db, draft_order_id: string, order_id: string) =>
  db
    .updateTable('note')
    .set(({ fn }) => ({ resource_type: 'order', resource_id: order_id, updated_at: fn('now') }))
    .where('resource_id', '=', draft_order_id),
)
