import { statement } from '#database/statement.ts'

/** Tokens expire within a day. */
export const deleteExpiredTokens = statement(`
  update event set payload = payload - 'token', awaited_by = '{}'
  where is_private and payload ? 'token' and created_at < now() - interval '1 day'`)

/** Events can be replayed for thirty days. */
export const deleteOldEvents = statement(`delete from event where created_at < now() - interval '30 days'`)
