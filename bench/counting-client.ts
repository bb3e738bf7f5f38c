import type { Options } from '@mikro-orm/postgresql'
import { LATER, sqlTextsOf } from '#database/statement.ts'
import { isBegin, PreparedStatementClient } from '#server/database/prepared-statement-client.ts'
import { ormOptions } from '../mikro-orm.config.ts'

export interface StatementCount {
  /** Statements sent to PostgreSQL so far, `begin` and `commit` among them. */
  statements: number
  /** How often an answer was waited for; what is postponed goes along with what follows it. */
  roundTrips: number
}

/** The options of the ORM for a database whose statements are counted. */
export function countingOptions(url: string): { options: Options; count: StatementCount } {
  const count = { statements: 0, roundTrips: 0 }
  class CountingClient extends PreparedStatementClient {
    // biome-ignore lint/suspicious/noExplicitAny: the method of pg has eleven overloads; all of them go through here
    override query(text: any, values?: any, callback?: any): any {
      count.statements += sqlTextsOf(text, values).length
      if (!isBegin(text) && text !== LATER) count.roundTrips += 1
      return super.query(text, values, callback)
    }
  }
  const onPoolCreated = (pool: object) => {
    Object.assign(pool, { Client: CountingClient })
  }
  return { options: { ...ormOptions({ url }), driverOptions: { onPoolCreated } }, count }
}
