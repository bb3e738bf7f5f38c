import type { Options } from '@mikro-orm/postgresql'
import { ormOptions } from '#server/database/orm-options.ts'

export interface StatementCount {
  /** Statements sent to PostgreSQL, with the `begin` and `commit` of each committed transaction. */
  statements: number
  /** Packets sent to PostgreSQL. A `begin` and deferred statements travel with the next statement. */
  roundTrips: number
}

export function countingOptions(url: string): { options: Options; count: StatementCount } {
  const count = { statements: 0, roundTrips: 0 }
  const options = ormOptions({
    url,
    measure(texts, send) {
      count.statements += texts.length + (texts.includes('commit') ? 1 : 0)
      count.roundTrips += 1
      return send()
    },
  })
  return { options, count }
}
