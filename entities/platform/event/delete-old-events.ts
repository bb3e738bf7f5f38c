import { statement } from '#database/statement.ts'

export const deleteExpiredTokens = statement(`
  update event set payload = payload - 'token', awaited_by = '{}'
  where is_private and payload ? 'token' and created_at < now() - interval '1 day'`)

export const deleteOldEvents = statement(`delete from event where created_at < now() - interval '30 days'`)
