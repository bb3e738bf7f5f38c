import type { Client } from 'pg'
import { passwordMatches } from '#entities/people/credentials/password.ts'
import { lastDrillLine } from '#server/backups/stored-drills.ts'
import type { ShopSchema } from '#server/database/shop-schema.ts'
import { vulnerabilityOf } from '#server/operate/known-vulnerabilities.ts'
import type { Config } from '#server/settings/config.ts'

/** Returns the problems of PostgreSQL, users, regions and workers, each as one line with its solution. */
export async function databaseProblems(
  client: Client,
  { runsJobs }: Pick<Config, 'runsJobs'>,
  { leases }: ShopSchema,
): Promise<string[]> {
  const [server] = (await client.query<ServerRow>(SERVER_SQL, [leases >>> 0])).rows
  const vulnerability = vulnerabilityOf('postgresql', server!.version)
  const workers = runsJobs || server!.workers > 0
  return [
    ...(server!.is_superuser
      ? [`The role ${server!.role} is a superuser. Use a role that only owns the database of the shop.`]
      : []),
    ...(vulnerability ? [vulnerability] : []),
    ...(server!.fsync === 'on' ? [] : ['PostgreSQL runs with fsync=off and loses orders in a crash. Set fsync=on.']),
    ...(workers ? [] : ['JOBS=none, and no worker is connected. Start one: npm run worker']),
    ...(await administratorProblems(client)),
    ...(await regionProblems(client)),
  ]
}

/** Returns the result of the last drill, or a reminder. Archiving is only one way to have backups, so its absence is no problem by itself. */
export async function backupReminder(client: Client): Promise<string> {
  const drilled = await lastDrillLine(client)
  if (drilled !== undefined) return drilled
  const [row] = (await client.query<{ archive_mode: string }>(`select current_setting('archive_mode') as archive_mode`))
    .rows
  return row!.archive_mode === 'off'
    ? 'Reminder: archive_mode is off, so PostgreSQL archives no log. Check that backups exist, and restore one (docs/operate/backups.md).'
    : 'Reminder: restore a backup once before you rely on it (docs/operate/backups.md).'
}

interface ServerRow {
  role: string
  is_superuser: boolean
  fsync: string
  version: string
  workers: number
}

const SERVER_SQL = `
  select current_user as role, rolsuper as is_superuser, current_setting('fsync') as fsync,
    current_setting('server_version') as version,
    (select count(*)::int from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and classid::bigint = $1 and datname = current_database()) as workers
  from pg_roles where rolname = current_user`

const COMMON_PASSWORDS = ['supersecret', 'password', 'admin', 'cartwright', 'changeme']

const MAX_CHECKED_ADMINISTRATORS = 20

async function administratorProblems(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string; password_hash: string | null }>(
    `select email, password_hash from "user" where role = 'admin' and deleted_at is null order by created_at limit $1`,
    [MAX_CHECKED_ADMINISTRATORS],
  )
  const problems: string[] = []
  for (const { email, password_hash } of rows) {
    if (email.endsWith('@example.com'))
      problems.push(
        `The administrator ${email} has an example address. Add a user with a real one, and delete this user.`,
      )
    for (const password of [...COMMON_PASSWORDS, email])
      if (password_hash && (await passwordMatches(password_hash, password)))
        problems.push(`The administrator ${email} has a common password. Choose another one.`)
  }
  return problems
}

async function regionProblems(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select name from region r where deleted_at is null and not exists (
      select from region_payment_providers l where l.region_id = r.id and l.provider_id <> 'manual') order by name`)
  return rows.map(({ name }) => `The region ${name} has no payment provider other than manual. Add one to the region.`)
}
