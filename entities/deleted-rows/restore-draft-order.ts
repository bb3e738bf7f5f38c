import { statement } from '#database/statement.ts'

/** Restores the cart of an archived draft order, with its lines. */
export const restoreCartOfDraft = statement<object, [draftId: string]>(`
  update cart set deleted_at = null, updated_at = now() where id in (
    select content ->> 'cart_id' from deleted_row_part where deleted_row_id = $1 and table_name = 'draft_order')`)
