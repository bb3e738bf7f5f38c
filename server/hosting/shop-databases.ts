import { InvalidData } from '#entities/errors.ts'
import { databaseIn, LONGEST_NAME } from '#server/database/databases.ts'

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
