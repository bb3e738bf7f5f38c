import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import type { OrderEdit } from './order-edit.ts'

/** Fulfillments, claims and returns of a line move to its copy. The old lines stay with the cart of the order. */
export async function replaceOrderLines(em: EntityManager, { id, order_id }: Row<OrderEdit>): Promise<void> {
  await batch(
    em,
    attachEditLines.with(id, order_id),
    copyQuantities.with(id),
    ...moveReferences.map((moveReference) => moveReference.with(id)),
    detachOrderLines.with(id, order_id),
  )
}

const attachEditLines = statement('update line_item set order_id = $2, updated_at = now() where order_edit_id = $1')

const copyQuantities = statement(`
  update line_item li set fulfilled_quantity = old.fulfilled_quantity, shipped_quantity = old.shipped_quantity,
    returned_quantity = old.returned_quantity
  from line_item old where li.order_edit_id = $1 and old.id = li.original_item_id`)

const moveReferences = ['fulfillment_item', 'claim_item', 'return_item'].map((table) =>
  statement(`
    update ${table} piece set item_id = li.id
    from line_item li where li.order_edit_id = $1 and piece.item_id = li.original_item_id`),
)

const detachOrderLines = statement(`
  update line_item set order_id = null, fulfilled_quantity = null, shipped_quantity = null, returned_quantity = null,
    updated_at = now()
  where order_id = $2 and order_edit_id is distinct from $1`)
