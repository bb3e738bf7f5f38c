const DEFAULT_SCHEMA = 'graphile_worker'

/** Replaces the schema `graphile_worker` in a statement by the schema of the jobs of the shop. */
export const inJobSchema = (sql: string, schema: string): string =>
  schema === DEFAULT_SCHEMA ? sql : sql.replaceAll(`${DEFAULT_SCHEMA}.`, `${schema}.`)

export const statementsInJobSchema = <Statement extends { sql: string }>(
  statements: readonly Statement[],
  schema: string,
): readonly Statement[] =>
  schema === DEFAULT_SCHEMA ? statements : statements.map((one) => ({ ...one, sql: inJobSchema(one.sql, schema) }))
