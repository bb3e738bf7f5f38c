import type { Options } from '@mikro-orm/postgresql'
import { ormOptions } from '#server/database/orm-options.ts'

export interface StatementCount {
  /** Number of statements, including the `begin` and `commit` of each transaction. */
  statements: number
  /** Number of packets. PostgreSQL receives `begin` and deferred statements with the next statement. */
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
