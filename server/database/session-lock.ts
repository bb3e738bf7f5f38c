import type { Client } from 'pg'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { withClient } from './databases.ts'

/* Locks of a session, for work that is longer than a transaction. A lock ends with its session. */

export interface SessionLock {
  name: string
  /** The other sessions that wait see it, as the name of an application: at most 63 characters of ASCII. */
  holder?: string
  /** Called at the beginning and in each second of a wait, with the `holder` of the other session. An error ends the wait. */
  onWait?(holder: string | undefined): void | Promise<void>
}

/** Runs `work` while no other session of the server has the lock. Waits for it, in the order of the sessions. */
export const withSessionLock = <Result>(url: string, lock: SessionLock, work: () => Promise<Result>): Promise<Result> =>
  withClient(url, async (client) => {
    if (lock.holder) await configure(client, 'application_name', lock.holder)
    if (!(await tryLock(client, lock.name))) await waitForLock(client, url, lock)
    await stayIdle(client)
    return work()
  })

interface LockedWork<Result> {
  name: string
  /** Returns the error if another session has the lock. */
  refusal: () => Error
  work: (client: Client) => Promise<Result>
}

/** Runs `work` while no other session of the server has the lock. @throws the refusal */
export const tryWithSessionLock = <Result>(url: string, { name, refusal, work }: LockedWork<Result>): Promise<Result> =>
  withClient(url, async (client) => {
    if (!(await tryLock(client, name))) throw refusal()
    await stayIdle(client)
    return work(client)
  })

/** One statement waits until the end, because PostgreSQL serves the statements that wait in their order. */
async function waitForLock(client: Client, url: string, { name, onWait }: SessionLock): Promise<void> {
  const [session] = (await client.query<{ pid: number }>(WITHOUT_LIMITS)).rows
  let isTaken = false
  const taking = client.query(`select pg_advisory_lock(${LOCK})`, [keyOf(name)]).then(() => {
    isTaken = true
  })
  if (!onWait) return taking
  // It can fail while `onWait` runs.
  taking.catch(() => {})
  await withClient(url, async (watcher) => {
    try {
      while (!isTaken) {
        await onWait(await holderOf(watcher, name))
        await waitWithTimeout(ROUND, () => taking)
      }
    } finally {
      if (!isTaken) await watcher.query('select pg_cancel_backend($1)', [session!.pid])
      await Promise.allSettled([taking])
    }
  })
}

/** Milliseconds between two calls of `onWait`. */
const ROUND = 1000

/** A role or a database can limit the time of a statement. */
const WITHOUT_LIMITS = `
  select pg_backend_pid() as pid, set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`

const LOCK = 'hashtextextended($1, 0)'

const keyOf = (name: string): string => `cartwright ${name}`

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`, [
    keyOf(name),
  ])
  return rows[0]!.taken
}

async function holderOf(client: Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ holder: string }>(SELECT_HOLDER, [keyOf(name)])
  return rows[0]?.holder
}

/** PostgreSQL shows the halves of the key as two numbers. */
const SELECT_HOLDER = `
  select a.application_name as holder from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.datname = current_database()
    and l.database = a.datid and (l.classid::bigint << 32) | l.objid::bigint = ${LOCK}`

const configure = (client: Client, setting: string, value: string): Promise<unknown> =>
  client.query('select set_config($1, $2, false)', [setting, value])

/** The session is idle during the work. PostgreSQL before version 14 has no such limit. */
const stayIdle = (client: Client): Promise<unknown> =>
  client.query(`select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`)
