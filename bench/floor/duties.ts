import type { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import type { Run } from './read-catalogue.ts'

export interface Duties {
  transaction: AsyncLocalStorage<PoolClient>
  connect: () => Promise<PoolClient>
  run: Run
}

interface Change {
  key: string
  isOrder: boolean
}

/** Runs a change in a transaction that stores its response for the idempotency key and the event of an order. */
export async function runWithDuties(
  { transaction, connect, run }: Duties,
  { key, isOrder }: Change,
  work: () => Promise<string>,
): Promise<string> {
  const client = await connect()
  try {
    return await transaction.run(client, async () => {
      await client.query('begin')
      await run(CLAIM, [key])
      const answer = await work()
      await run(isOrder ? SAVE_WITH_EVENT : SAVE, isOrder ? [key, answer, JSON.parse(answer).data.id] : [key, answer])
      await client.query('commit')
      return answer
    })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const CLAIM = `insert into idempotency_key (id, created_at, idempotency_key, request)
  values ('ikey_' || $1, now(), $1, md5($1))`

const SAVE = `update idempotency_key set answer = convert_to($2, 'UTF8') where idempotency_key = $1`

const SAVE_WITH_EVENT = `
  with saved as (${SAVE}), written as (
    insert into event (created_at, name, payload, is_private)
    values (now(), 'order.placed', jsonb_build_object('id', $3::text), false) returning id)
  insert into event_outbox (event_id) select id from written`
