import { statement } from '#database/statement.ts'

export const deleteShippingMethods = statement(`
  with taxes as (delete from shipping_method_tax_line where shipping_method_id = any($1::text[]))
  delete from shipping_method where id = any($1::text[])`)
