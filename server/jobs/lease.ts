import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

/** Shows to other workers that this one lives. */
export interface Lease extends AsyncDisposable {
  /** From now on the worker of this name counts as alive, until the lease ends or its process does. */
  hold(worker: string): Promise<void>
  /** None of those that it holds counts as alive any more. */
  letGo(): Promise<void>
}

/**
 * A lease is an advisory lock on a connection of its own: PostgreSQL lets go of it when the connection breaks, and asks
 * the other side within 15 seconds whether it is still there, so that also a machine that vanished is noticed. A
 * connection that breaks under a living worker is made again.
 */
export async function openLease(url: string, logger: Logger): Promise<Lease> {
  let held: string[] = []
  let ended = false
  let client = await connect()

  async function connect(): Promise<Client> {
    const made = new Client({ connectionString: url, application_name: 'cartwright worker' })
    made.on('error', (err) => logger.warn({ err }, 'Lost the connection of the worker lease'))
    try {
      await made.connect()
      await made.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3')
      for (const worker of held) await acquireWorkerLock(made, worker)
    } catch (err) {
      // Nothing may be left that holds the locks beside the next connection: the dead would count as alive.
      made.end().catch(() => {})
      throw err
    }
    made.once('end', renew)
    return made
  }

  async function renew(): Promise<void> {
    while (!ended) {
      try {
        client = await connect()
        return
      } catch (err) {
        logger.warn({ err }, 'The worker lease could not be renewed')
        await pause(1000, undefined, { ref: false })
      }
    }
  }

  return {
    async hold(worker) {
      if (held.includes(worker)) return
      held.push(worker)
      await acquireWorkerLock(client, worker)
    },
    async letGo() {
      if (held.length === 0) return
      held = []
      await client.query('select pg_advisory_unlock_all()')
    },
    async [Symbol.asyncDispose]() {
      ended = true
      await client.end()
    },
  }
}

/**
 * Which workers have jobs and hold no lease. The jobs of those that held none at the look before either ($1) are given
 * back to the others: one look alone may fall into the moment in which a living worker connects anew.
 */
export const releaseDeadWorkersSql = `
  with busy as materialized (
    select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null
  ), dead as materialized (
    select worker from busy where pg_try_advisory_xact_lock(${lockSpace()}, hashtext(worker))
  ), freed as materialized (
    select count(*)::int as count, graphile_worker.force_unlock_workers(array_agg(worker)) as done
    from dead where worker = any ($1)
  )
  select coalesce((select array_agg(worker) from dead), '{}') as dead, count as freed from freed`

async function acquireWorkerLock(client: Client, worker: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace(), worker])
}

// Any number will do, as long as it stays the same.
function lockSpace(): number {
  return 271829
}
