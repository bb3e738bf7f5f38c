import { statement } from '../statement.ts'

/* Tokens of private events live only until everybody was told who is to be told. */

/** Notes who is to be told of a private event ($2); told to nobody, it loses its token at once. */
export const awaitTelling = statement(`
  update event
  set awaited_by = $2::text[], payload = case when $2::text[] = '{}' then payload - 'token' else payload end
  where id = $1 and is_private and awaited_by is null`)

/** Notes that one of them was told; after the last the token is gone. Of other events nothing is noted. */
export const noteTelling = statement(`
  update event
  set awaited_by = array_remove(awaited_by, $2::text),
    payload = case when array_remove(awaited_by, $2::text) = '{}' then payload - 'token' else payload end
  where id = $1 and is_private`)
