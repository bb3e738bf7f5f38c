import { Client } from 'pg'

/** Runs a statement in a transaction of a connection of its own, and keeps its locks until it is disposed of. */
export async function holdLock(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
  values: readonly unknown[] = [],
): Promise<AsyncDisposable> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  return { [Symbol.asyncDispose]: () => client.end() }
}
