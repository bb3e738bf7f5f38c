import { statement } from '#database/statement.ts'

/*
 * Tokens of private events live only until everybody was told who is to be told; who that is, is noted when they are
 * handed out.
 */

/** Notes that somebody ($2) was told of these events ($1); after the last the token is gone. Of other events nothing is noted. */
export const markDelivered = statement(`
  update event
  set awaited_by = array_remove(awaited_by, $2::text),
    payload = case when array_remove(awaited_by, $2::text) = '{}' then payload - 'token' else payload end
  where id = any($1::bigint[]) and is_private`)
