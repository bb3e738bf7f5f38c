import { Client } from 'pg'

/** Runs a statement in a transaction, which keeps its locks until the disposal. */
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
