import { InvalidData } from '#entities/errors.ts'
import { databaseIn, LONGEST_NAME, withClient } from '#server/database/databases.ts'

/** Runs `work` while no other process runs work of the directory under this name. */
export const withLock = <Result>(directoryUrl: string, name: string, work: () => Promise<Result>): Promise<Result> =>
  withClient(directoryUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`cartwright ${name}`])
    return work()
  })

/**
 * The name of a database that belongs to the directory. Several directories can use one server.
 * @throws InvalidData if PostgreSQL would cut the name.
 */
export function databaseNameOf(directoryUrl: string, part: string): string {
  const name = `${databaseIn(directoryUrl)}_${part.replaceAll('-', '_')}`
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new InvalidData(
      `The name of the database, ${name}, would have more than ${LONGEST_NAME} bytes. Use a shorter id.`,
    )
  return name
}
