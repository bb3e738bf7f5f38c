import { Client } from 'pg'

/** Runs statements in a new session. Returns the rows of the last one. */
export async function executeSql<Row extends object = Record<string, string>>(
  url: string,
  statements: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const results = await client.query<Row>(statements)
    return [results].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}
