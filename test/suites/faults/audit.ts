import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { PUBLIC_SCHEMA } from '#server/database/shop-schema.ts'

export interface Expected {
  orders: ReadonlyMap<string, string>
  databaseUrl: string
  /** Ids of carts that are still open. `any` for clients without idempotency keys, which can leave open carts. */
  carts?: readonly string[] | 'any'
  /** The schema of the tables of jobs. */
  jobs?: string
}

const SETTLED_WITHIN = 60_000

/** Checks the invariants of the shop, and that its orders are the orders that the clients received. Returns the faults. */
export async function auditAfterwards({
  orders,
  databaseUrl,
  carts = [],
  jobs = PUBLIC_SCHEMA.jobs,
}: Expected): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    const query = async (sql: string) => (await client.query(sql.replaceAll(PUBLIC_SCHEMA.jobs, jobs))).rows
    const violations = await auditShop(query)
    const stored = await query('select id, email from "order"')
    return [
      ...violations,
      ...compare(orders, stored as StoredOrder[]),
      ...(await query(CARTS))
        .filter(({ id }) => carts !== 'any' && !carts.includes(id as string))
        .map(({ id }) => `a cart that no client knows: ${id}`),
    ]
  } finally {
    await client.end()
  }
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>

export async function auditShop(query: Query): Promise<string[]> {
  const unsettled = await waitForJobs(query)
  const violations = await findViolations(query, { minAge: '0' })
  return [
    ...unsettled,
    ...violations.map(({ violation, count, examples }) => `${violation}: ${count} (${examples.join(', ')})`),
  ]
}

interface StoredOrder {
  id: string
  email: string
}

function compare(orders: Expected['orders'], stored: readonly StoredOrder[]): string[] {
  const known = new Map(stored.map(({ id, email }) => [id, email]))
  const lost = [...orders].filter(([email, id]) => known.get(id) !== email)
  const receivedIds = new Set(orders.values())
  return [
    ...lost.map(([email, id]) => `the order ${id} of ${email} is lost`),
    ...stored
      .filter(({ id }) => !receivedIds.has(id))
      .map(({ id, email }) => `the order ${id} of ${email} was created but not confirmed`),
  ]
}

async function waitForJobs(query: Query): Promise<string[]> {
  const until = performance.now() + SETTLED_WITHIN
  for (;;) {
    const due = await query(`
      select task_identifier || case when locked_by is null then '' else ' (taken)' end as what, count(*)::int as count
      from graphile_worker.jobs where run_at <= now() and attempts < max_attempts group by 1
      union all select 'event', count(*)::int from event_outbox having count(*) > 0`)
    if (due.length === 0) return []
    if (performance.now() > until) {
      const list = due.map(({ what, count }) => `${count} × ${what}`).join(', ')
      return [`jobs and events that were not processed: ${list}`]
    }
    await pause(200)
  }
}

/** Each cart was created with an idempotency key, so no cart exists twice. */
const CARTS = 'select id from cart where completed_at is null'
