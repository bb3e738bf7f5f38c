import { InvalidData } from '#entities/errors.ts'
import { withClient } from '#server/database/databases.ts'
import { inspectAddress } from '#server/database/detect-pooler.ts'
import { assertServer, type DatabaseServer } from './database-servers.ts'

/**
 * @throws StartError if the server does not respond.
 * @throws InvalidData if shops cannot be created there.
 */
export async function checkServer({ name, url }: DatabaseServer): Promise<void> {
  assertServer({ name, url })
  const { pooled } = await inspectAddress(url, `the address of ${name}`)
  if (pooled)
    throw new InvalidData(`The address of ${name} is that of a connection pooler. Name the PostgreSQL server itself.`)
  const creates = await withClient(url, async (client) => {
    const { rows } = await client.query<{ creates: boolean }>(
      'select rolsuper or rolcreatedb as creates from pg_roles where rolname = current_user',
    )
    return rows[0]?.creates
  })
  if (!creates) throw new InvalidData(`The role of ${name} cannot create databases. Give it CREATEDB.`)
}
