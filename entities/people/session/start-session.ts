import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { newId } from '#entities/values/id.ts'

export interface Device {
  user_agent: string
  /** The network of the client, such as `203.0.113.x`. */
  address: string
}

export interface NewSession {
  user_id: string | null
  customer_id: string | null
  lifetimeSeconds: number
  /** Only sessions of users store it. */
  device: Device
}

export async function startSession(
  em: EntityManager,
  { user_id, customer_id, lifetimeSeconds, device }: NewSession,
): Promise<string> {
  const id = newId('sess')
  const shownDevice = user_id ? device : null
  await insertSession(
    em,
    id,
    user_id,
    customer_id,
    lifetimeSeconds,
    shownDevice?.user_agent.slice(0, 500) ?? null,
    shownDevice?.address ?? null,
  )
  return id
}

const insertSession = statement(`
  insert into session (id, user_id, customer_id, created_at, expires_at, user_agent, address, last_used_at)
  values ($1, $2, $3, now(), now() + make_interval(secs => $4), $5, $6, case when $2::text is not null then now() end)`)
