import { type BoundStatement, batch, type Executor } from './statement.ts'

type NamedStatements = Record<string, BoundStatement<object>>
type NamedRows<Statements extends NamedStatements> = {
  [Name in keyof Statements]: Statements[Name] extends BoundStatement<infer Row> ? Row[] : never
}

/** Runs statements as `batch` does, in the order of their keys. Returns the rows of each statement under its key. */
export async function batchByName<Statements extends NamedStatements>(
  em: Executor,
  statements: Statements,
): Promise<NamedRows<Statements>> {
  const rows = await batch<object[]>(em, ...Object.values(statements))
  return Object.fromEntries(Object.keys(statements).map((name, i) => [name, rows[i]])) as NamedRows<Statements>
}
