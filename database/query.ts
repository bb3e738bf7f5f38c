import {
  type Compilable,
  type DeleteResult,
  DummyDriver,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type UpdateResult,
} from 'kysely'
import { type Statement, statement } from './statement.ts'

/** A statement without `returning` has no rows. */
type RowsOf<Result extends object> = Result extends InsertResult | UpdateResult | DeleteResult ? never : Result

type Write<Tables, Row, Parameters extends readonly unknown[]> = (
  db: Kysely<Tables>,
  ...parameters: Parameters
) => Compilable<Row>

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * Returns a function that turns a Kysely query into a prepared statement. Kysely compiles the query once, with
 * placeholders for its parameters, so the query must pass each parameter to Kysely unchanged.
 */
export function createQueryFactory<Tables>() {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return <Row extends object, Parameters extends readonly unknown[]>(
    write: Write<Tables, Row, Parameters>,
  ): Statement<RowsOf<Row>, Parameters> => {
    const placeholders = Array.from({ length: write.length - 1 }, (_, index) => new Placeholder(index))
    const { sql, parameters } = write(db, ...(placeholders as never)).compile()
    return statement<RowsOf<Row>, Parameters>(sql, (values) =>
      parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one)),
    )
  }
}

/** `any(values)` of PostgreSQL, for a list parameter. Kysely's `in` needs the values when the query is built. */
export const anyOf = <Value>(values: readonly Value[]) => sql<Value>`any(${values})`
