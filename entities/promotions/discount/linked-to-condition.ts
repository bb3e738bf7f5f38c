import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

/** A query for the ids that a join table links to a discount condition. The names of table and column are never input. */
export const linkedToCondition = (table: string, column: string, condition_id: string): RawQueryFragment =>
  raw(`(select ${column} from ${table} where condition_id = ?)`, [condition_id])
