import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type KillablePostgres, openKillablePostgres } from './killable-postgres.ts'

/** A primary and its synchronous standby. */
export interface FailoverPair<How> extends AsyncDisposable {
  /** The address with both hosts. */
  url: string
  /** Ends the primary. Resolves when the standby accepts writes. */
  failOver(how: How): Promise<void>
  /** Makes a new synchronous standby of the old primary. */
  replaceStandby(): Promise<void>
}

/** `freeze` is a machine that dies: it closes no connection. */
export type PairFailover = 'kill' | 'freeze'

/** Starts two PostgreSQL servers. Its `failOver` promotes the standby at once. */
export async function openFailoverPair(): Promise<FailoverPair<PairFailover>> {
  let primary = await openKillablePostgres()
  let standby = await openKillablePostgres({ primary })
  await waitForStandby(primary)
  const ports = [primary.port, standby.port].map((port) => `127.0.0.1:${port}`)
  return {
    url: `${primary.url.replace(/@[^/]*/, `@${ports.join(',')}`)}?target_session_attrs=read-write`,
    async failOver(how) {
      if (how === 'kill') await primary.end('SIGKILL')
      else primary.freeze()
      await run(standby, 'select pg_promote()')
    },
    async replaceStandby() {
      const old = primary
      primary = standby
      old.killAll()
      await old[Symbol.asyncDispose]()
      standby = await openKillablePostgres({ primary, port: old.port })
      await waitForStandby(primary)
    },
    async [Symbol.asyncDispose]() {
      // A primary without its standby waits for it at each commit.
      await primary[Symbol.asyncDispose]()
      await standby[Symbol.asyncDispose]()
    },
  }
}

/** Resolves when each commit of the primary waits for its standby. */
async function waitForStandby(primary: KillablePostgres): Promise<void> {
  await run(primary, `alter system set synchronous_standby_names = '*'`)
  await run(primary, 'select pg_reload_conf()')
  for (;;) {
    const [row] = await run(primary, 'select sync_state from pg_stat_replication')
    if (row?.sync_state === 'sync') return
    await pause(50)
  }
}

async function run({ url }: KillablePostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
