import type { Client } from 'pg'
import { withClient } from './databases.ts'

/* Locks of a session, for work that is longer than a transaction. A lock ends with its session. */

/** Runs `work` while no other session of the server has the lock. Waits for it. */
export const withSessionLock = <Result>(url: string, name: string, work: () => Promise<Result>): Promise<Result> =>
  withClient(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [keyOf(name)])
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
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [keyOf(name)],
    )
    if (!rows[0]!.taken) throw refusal()
    await stayIdle(client)
    return work(client)
  })

const keyOf = (name: string): string => `cartwright ${name}`

/** The session is idle during the work. PostgreSQL before version 14 has no such limit. */
const stayIdle = (client: Client): Promise<unknown> =>
  client.query(`select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`)
