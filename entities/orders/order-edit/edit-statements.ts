import { statement } from '#database/statement.ts'

/** Deletes lines of an edit by id. The changes of the lines must be deleted first. */
export const deleteEditLines = statement(`
  with taxes as (delete from line_item_tax_line where item_id = any($1::text[])),
    discounts as (delete from line_item_adjustment where item_id = any($1::text[]))
  delete from line_item where id = any($1::text[])`)

export const deleteEditChanges = statement('delete from order_item_change where id = any($1::text[])')

export const deleteEditRow = statement(`
  with lines as (select id from line_item where order_edit_id = $1),
    changes as (delete from order_item_change where order_edit_id = $1),
    taxes as (delete from line_item_tax_line where item_id in (select id from lines)),
    discounts as (delete from line_item_adjustment where item_id in (select id from lines)),
    items as (delete from line_item where order_edit_id = $1)
  delete from order_edit where id = $1`)
