import { statement } from '#database/statement.ts'

/** Marks events ($1) as delivered to a subscriber ($2). The last delivery deletes the token. */
export const markDelivered = statement(`
  update event
  set awaited_by = array_remove(awaited_by, $2::text),
    payload = case when array_remove(awaited_by, $2::text) = '{}' then payload - 'token' else payload end
  where id = any($1::bigint[]) and is_private`)
