import type { ConnectionOptions } from '#database/connection.ts'

export interface StatementCount {
  /** Number of statements, including the `begin` and `commit` of each transaction. */
  statements: number
  /** Number of packets. PostgreSQL receives `begin` and deferred statements with the next statement. */
  roundTrips: number
}

export function createStatementCounter(): {
  measure: NonNullable<ConnectionOptions['measure']>
  count: StatementCount
} {
  const count = { statements: 0, roundTrips: 0 }
  return {
    count,
    measure(texts, send) {
      count.statements += texts.length + (texts.includes('commit') ? 1 : 0)
      count.roundTrips += 1
      return send()
    },
  }
}
