import { MikroORM } from '@mikro-orm/postgresql'
import { attachAuditTriggers } from '#server/database/audit-triggers.ts'
import { seedBaseData } from '#server/database/base-data.ts'
import { setDirectUrl } from '#server/database/direct-url.ts'
import type { DatabaseSettings } from '#server/database/settings.ts'
import { migrateJobs } from '#server/jobs/schema.ts'
import { runWithProgress, type WriteLine } from '#server/process/progress.ts'
import { StartError } from '#server/process/start-error.ts'
import { isPooled } from './detect-pooler.ts'
import { ormOptions } from './orm-options.ts'

/** Opens the database at `url`; one that cannot be used is refused in one line, which never holds the password. */
export async function openDatabase(url: string, settings: DatabaseSettings = {}): Promise<MikroORM> {
  const pooled = await isPooled(url, 'DATABASE_URL')
  if (pooled && !settings.directUrl) throw new StartError(NO_DIRECT_URL)
  if (settings.directUrl) await isPooled(settings.directUrl, 'DATABASE_DIRECT_URL')
  const options = ormOptions({
    url,
    poolSize: settings.poolMax,
    prepares: settings.prepares ?? !pooled,
    patience: settings.patience,
  })
  // A wrong name must not become a new database, and we say ourselves what is migrated.
  const changes = { ensureDatabase: false, migrations: { ...options.migrations, silent: true } }
  const orm = await MikroORM.init({ ...options, ...changes })
  if (settings.directUrl) setDirectUrl(orm, settings.directUrl)
  return orm
}

const NO_DIRECT_URL =
  'DATABASE_URL is the address of a connection pooler. Set DATABASE_DIRECT_URL to the address of the database itself: LISTEN and the leases of jobs need a direct connection.'

/** Brings the database up to date: migrations, what they leave to do, base data. Safe to run from several servers at once. */
export async function prepareDatabase(orm: MikroORM, { say }: { say: WriteLine }): Promise<void> {
  await withAdvisoryLock(orm, async () => {
    const pending = await orm.migrator.getPending()
    if (pending.length > 0) await runWithProgress(say, `migrations (${pending.length})`, () => migrate(orm))
    await attachAuditTriggers(orm)
    await migrateJobs(orm)
    await runWithProgress(say, 'base data', () => seedBaseData(orm))
  })
}

/** However long it takes. */
async function migrate(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  await connection.transactional(async (transaction) => {
    await connection.execute(DISABLE_TIMEOUTS_SQL, [], 'all', transaction)
    await orm.migrator.up({ transaction })
  })
}

/** Does work that changes the database as a whole while no other server does such work. */
export async function withAdvisoryLock<T>(orm: MikroORM, work: () => Promise<T>): Promise<T> {
  // On the bare connection: a transactional entity manager would draw the work into this transaction.
  const connection = orm.em.getConnection()
  return connection.transactional(async (transaction) => {
    await connection.execute(DISABLE_TIMEOUTS_SQL, [], 'all', transaction)
    await connection.execute('select pg_advisory_xact_lock(?)', [advisoryLock], 'all', transaction)
    return work()
  })
}

/** For the rest of the transaction. */
const DISABLE_TIMEOUTS_SQL =
  'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

// Any number will do, as long as it stays the same.
const advisoryLock = 271828
