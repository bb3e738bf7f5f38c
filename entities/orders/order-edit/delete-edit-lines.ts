import { statement } from '#database/statement.ts'

/* Each with what belongs to it. */

/** Deletes lines of an edit, by their ids; no change may refer to them any more. */
export const deleteEditLines = statement(`
  with taxes as (delete from line_item_tax_line where item_id = any($1::text[])),
    discounts as (delete from line_item_adjustment where item_id = any($1::text[]))
  delete from line_item where id = any($1::text[])`)

/** Deletes changes by their ids. */
export const deleteEditChanges = statement('delete from order_item_change where id = any($1::text[])')

/** Deletes an edit that never was more than a plan. */
export const deleteEditRow = statement(`
  with lines as (select id from line_item where order_edit_id = $1),
    changes as (delete from order_item_change where order_edit_id = $1),
    taxes as (delete from line_item_tax_line where item_id in (select id from lines)),
    discounts as (delete from line_item_adjustment where item_id in (select id from lines)),
    items as (delete from line_item where order_edit_id = $1)
  delete from order_edit where id = $1`)
