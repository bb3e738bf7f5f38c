import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import type { ShopSchema } from '#server/database/shop-schema.ts'

export interface Lease extends AsyncDisposable {
  acquire(worker: string): Promise<void>
  releaseAll(): Promise<void>
}

/**
 * A lease is an advisory lock on a separate connection. PostgreSQL releases it when the connection breaks, or when
 * keepalives get no reply for 15 seconds.
 */
export async function openLease(url: string, { leases }: ShopSchema, logger: Logger): Promise<Lease> {
  let workers: string[] = []
  let isEnded = false
  let client = await connect()

  async function connect(): Promise<Client> {
    const connection = new DatabaseClient({ connectionString: url, application_name: 'cartwright worker' })
    connection.on('error', (err) => logger.warn({ err }, 'Lost the connection of the worker lease'))
    try {
      await connection.connect()
      await connection.query(
        'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3',
      )
      for (const worker of workers) await acquireWorkerLock(connection, leases, worker)
    } catch (err) {
      // A lock of the failed connection would make a dead worker look alive.
      connection.end().catch(() => {})
      throw err
    }
    connection.once('end', renew)
    return connection
  }

  async function renew(): Promise<void> {
    while (!isEnded) {
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
    async acquire(worker) {
      if (workers.includes(worker)) return
      workers.push(worker)
      await acquireWorkerLock(client, leases, worker)
    },
    async releaseAll() {
      if (workers.length === 0) return
      workers = []
      await client.query('select pg_advisory_unlock_all()')
    },
    async [Symbol.asyncDispose]() {
      isEnded = true
      await client.end()
    },
  }
}

/**
 * Releases the jobs of workers without a lease that the previous check also found ($1). One check is not enough,
 * because a living worker may be reconnecting.
 */
export const releaseDeadWorkersSql = ({ jobs, leases }: ShopSchema): string => `
  with busy as materialized (
    select distinct locked_by as worker from ${jobs}.jobs where locked_by is not null
  ), dead as materialized (
    select worker from busy where pg_try_advisory_xact_lock(${leases}, hashtext(worker))
  ), freed as materialized (
    select count(*)::int as count, ${jobs}.force_unlock_workers(array_agg(worker)) as done
    from dead where worker = any ($1)
  )
  select coalesce((select array_agg(worker) from dead), '{}') as dead, count as freed from freed`

async function acquireWorkerLock(client: Client, leases: number, worker: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [leases, worker])
}
