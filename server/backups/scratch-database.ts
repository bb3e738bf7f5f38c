import { createHash } from 'node:crypto'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import { StartError } from '#server/base/start-error.ts'
import { addressOf, createDatabase, dropDatabase, LONGEST_NAME, withClient } from '#server/database/databases.ts'
import { tryWithSessionLock } from '#server/database/session-lock.ts'

const MARK = 'Scratch database of a backup drill of Cartwright. Can be dropped.'

const END = '_drill'

/** The name of the scratch database for a database. A long name is cut and gets a hash, so that two databases never share it. */
export function scratchNameOf(database: string): string {
  if (Buffer.byteLength(database) <= LONGEST_NAME - END.length) return `${database}${END}`
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 12)
  const start = Buffer.from(database).subarray(0, LONGEST_NAME - END.length - hash.length - 1)
  return `${start.toString().replace(/\uFFFD+$/, '')}_${hash}${END}`
}

/**
 * Runs work on an empty database, which is dropped afterwards. `server` is the address of another database of the server. Drops the
 * database that a killed drill has left.
 * @throws StartError if another drill is running, or if a database with the name exists that is not of a drill.
 */
export const withScratchDatabase = <Result>(
  server: string,
  name: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> =>
  tryWithSessionLock(server, {
    name: `drill ${name}`,
    refusal: () => new StartError(`Another drill uses the database ${name}. Wait for its end.`),
    work: async (client) => {
      const url = addressOf(server, name)
      await removeLeftover(client, server, name)
      await createDatabase(server, name).catch((error) => {
        throw isForbidden(error) ? new StartError(NO_RIGHT, { cause: error }) : error
      })
      try {
        await client.query(`comment on database ${escapeIdentifier(name)} is '${MARK}'`)
        return await work(url)
      } finally {
        await dropDatabase(server, name)
      }
    },
  })

const NO_RIGHT =
  'The role of the shop may not create databases. Run as a superuser: alter role … createdb. Or set BACKUP_SCRATCH_URL to another server.'

export const isForbidden = (error: unknown): boolean => error instanceof DatabaseError && error.code === '42501'

async function removeLeftover(client: Client, server: string, name: string): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  )
  if (rows.length === 0) return
  if (rows[0]!.mark !== MARK && !(await isEmpty(addressOf(server, name))))
    throw new StartError(`The database ${name} exists, and no drill has made it. Rename it.`)
  await dropDatabase(server, name)
}

/** A drill can be killed before it marks its database. */
const isEmpty = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') limit 1`,
    )
    return rowCount === 0
  })
