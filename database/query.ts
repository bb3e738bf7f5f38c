import type { Compilable, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Statement, statement } from './statement.ts'

type RowsOf<Result extends object> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

/** Detects default and rest parameters, which `write.length` does not count: they would receive one of these. */
const EXTRA_PLACEHOLDERS = 3

/**
 * Compiles each query once, with placeholders for its parameters.
 * @throws TypeError if the query uses a parameter other than by handing it on to Kysely, or has a default or rest parameter.
 */
export function createQueryFactory<Tables>() {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This instance only compiles queries')) }),
  })
  return <Row extends object, Parameters extends readonly unknown[]>(
    write: (db: Kysely<Tables>, ...parameters: Parameters) => Compilable<Row>,
  ): Statement<RowsOf<Row>, Parameters> => {
    const count = write.length - 1
    const placeholders: unknown[] = Array.from({ length: count + EXTRA_PLACEHOLDERS }, () => Symbol('parameter'))
    const { sql, parameters } = write(db, ...(placeholders as never)).compile()
    const places = parameters.map((one) => placeholders.indexOf(one))
    for (let place = 0; place < count; place++)
      if (!places.includes(place))
        throw new TypeError(`The query must hand parameter ${place + 1} on to Kysely unchanged: ${sql}`)
    if (places.some((place) => place >= count))
      throw new TypeError(`The query must not have a default or rest parameter: ${sql}`)
    return statement(sql, (values) => places.map((place, i) => (place === -1 ? parameters[i] : values[place])))
  }
}

/** `any(values)` of PostgreSQL, for a list parameter. Kysely's `in` needs the values when the query is built. */
export const anyOf = <Value>(values: readonly Value[]) => sql<Value>`any(${values})`
