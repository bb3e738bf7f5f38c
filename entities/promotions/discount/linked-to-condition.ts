import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

/** `table` and `column` are not escaped, so they must never come from a request. */
export const selectLinkedIds = (table: string, column: string, condition_id: string): RawQueryFragment =>
  raw(`(select ${column} from ${table} where condition_id = ?)`, [condition_id])
