import { MikroORM } from '@mikro-orm/postgresql'
import { attachAuditTriggers } from '#server/database/audit-triggers.ts'
import { seedBaseData } from '#server/database/base-data.ts'
import { migrateJobs } from '#server/jobs/schema.ts'
import { type Say, step } from '#server/progress.ts'
import { StartError } from '#server/start-error.ts'
import { ormOptions } from '../../mikro-orm.config.ts'

/** Opens the database at `url`; one that cannot be used is refused in one line, which never holds the password. */
export async function openDatabase(url: string): Promise<MikroORM> {
  const options = ormOptions({ url })
  // A wrong name must not become a new database, and we say ourselves what is migrated.
  const changes = { ensureDatabase: false, migrations: { ...options.migrations, silent: true } }
  const orm = await MikroORM.init({ ...options, ...changes })
  try {
    await answerWithin(10_000, orm)
    return orm
  } catch (error) {
    void orm.close(true)
    throw new StartError(`${whyRefused(error, new URL(url))}: check DATABASE_URL`)
  }
}

/** Brings the database up to date: migrations, what they leave to do, base data. Safe to run from several servers at once. */
export async function prepareDatabase(orm: MikroORM, { say }: { say: Say }): Promise<void> {
  await oneAtATime(orm, async () => {
    const pending = await orm.migrator.getPending()
    if (pending.length > 0) await step(say, `migrations (${pending.length})`, () => orm.migrator.up())
    await attachAuditTriggers(orm)
    await migrateJobs(orm)
    await step(say, 'base data', () => seedBaseData(orm))
  })
}

/** Does work that changes the database as a whole while no other server does such work. */
export async function oneAtATime<T>(orm: MikroORM, work: () => Promise<T>): Promise<T> {
  // On the bare connection: a transactional entity manager would draw the work into this transaction.
  const connection = orm.em.getConnection()
  return connection.transactional(async (transaction) => {
    await connection.execute('select pg_advisory_xact_lock(?)', [advisoryLock], 'all', transaction)
    return work()
  })
}

// Any number will do, as long as it stays the same.
const advisoryLock = 271828

async function answerWithin(milliseconds: number, orm: MikroORM): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), milliseconds)
  })
  await Promise.race([orm.em.fork().execute('select 1'), late]).finally(() => clearTimeout(timer))
}

function whyRefused(error: unknown, url: URL): string {
  const host = `${url.hostname}:${url.port || 5432}`
  const code = (error as { code?: string }).code
  switch (code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL listens at ${host}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host named ${url.hostname}`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL at ${host} does not answer`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${host} refuses the user or the password`
    case '3D000':
      return `PostgreSQL at ${host} has no database ${url.pathname.slice(1)}`
    default:
      return `PostgreSQL at ${host} cannot be used (${firstLine((error as Error).message)})`
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]!
}
