import type { Compilable, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Statement, statement } from './statement.ts'

type RowsOf<Result extends object> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

/** Compiles each query once, with placeholders for its parameters. A query must pass each parameter to Kysely unchanged. */
export function createQueryFactory<Tables>() {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This instance only compiles queries')) }),
  })
  return <Row extends object, Parameters extends readonly unknown[]>(
    write: (db: Kysely<Tables>, ...parameters: Parameters) => Compilable<Row>,
  ): Statement<RowsOf<Row>, Parameters> => {
    const placeholders: unknown[] = Array.from({ length: write.length - 1 }, () => Symbol('parameter'))
    const { sql, parameters } = write(db, ...(placeholders as never)).compile()
    const places = parameters.map((one) => placeholders.indexOf(one))
    return statement(sql, (values) => places.map((place, i) => (place === -1 ? parameters[i] : values[place])))
  }
}

/** `any(values)` of PostgreSQL, for a list parameter. Kysely's `in` needs the values when the query is built. */
export const anyOf = <Value>(values: readonly Value[]) => sql<Value>`any(${values})`
