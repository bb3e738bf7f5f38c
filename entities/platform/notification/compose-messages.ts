import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { ERASED_EMAIL } from '#entities/base.ts'
import type { Addressable, EventName, EventOf, EventSubject } from '../event/events.ts'
import type { Message } from './notification-port.ts'

type MessageAddress = Pick<Message, 'to' | 'resource_type' | 'customer_id'> & { more?: Record<string, unknown> }
type StoredAddress = Omit<MessageAddress, 'resource_type'>

export async function composeMessages(
  em: EntityManager,
  events: readonly EventOf<EventName>[],
): Promise<Map<number, Message>> {
  const addresses = await readAddresses(
    em,
    events.filter((event) => !addressInEvent(event)),
  )
  const messages = new Map<number, Message>()
  for (const event of events) {
    const address = addressInEvent(event) ?? addresses.get(keyOf(event))
    if (!address?.to || address.to === ERASED_EMAIL) continue
    const { more, ...addressee } = { resource_type: kindOf(event), ...address }
    const data = { ...event.payload, ...more }
    const id = `event_${event.id}`
    messages.set(event.id, { id, event_name: event.name, resource_id: event.payload.id, ...addressee, data })
  }
  return messages
}

function addressInEvent(event: EventOf<EventName>): MessageAddress | undefined {
  switch (event.name) {
    case 'customer.password_reset':
      return { to: event.payload.email, resource_type: 'customer', customer_id: event.payload.id }
    case 'order-update-token.created':
      return { to: event.payload.old_email, resource_type: 'customer', customer_id: event.payload.id }
    case 'user.password_reset':
      return { to: event.payload.email, resource_type: 'user', customer_id: null }
    case 'invite.created':
      return { to: event.payload.user_email, resource_type: 'invite', customer_id: null }
    default: {
      const { email, customer_id = null }: EventSubject & Addressable = event.payload
      return email ? { to: email, resource_type: kindOf(event), customer_id } : undefined
    }
  }
}

interface AddressRow {
  resource_id: string
  to: string
  customer_id: string | null
  more: Record<string, unknown>
}

const buyer = `o.email as "to", o.customer_id, json_build_object('order_id', o.id, 'display_id', o.display_id) as more`

const ADDRESS_QUERIES = {
  order: statement<AddressRow>(`select o.id as resource_id, ${buyer} from "order" o where o.id = any($1::text[])`),
  claim: statement<AddressRow>(`
    select c.id as resource_id, ${buyer}
    from claim_order c join "order" o on o.id = c.order_id where c.id = any($1::text[]) and c.deleted_at is null`),
  'order-edit': statement<AddressRow>(`
    select e.id as resource_id, ${buyer}
    from order_edit e join "order" o on o.id = e.order_id where e.id = any($1::text[])`),
  swap: statement<AddressRow>(`
    select s.id as resource_id, ${buyer}
    from swap s join "order" o on o.id = s.order_id where s.id = any($1::text[]) and s.deleted_at is null`),
  batch: statement<AddressRow>(`
    select b.id as resource_id, u.email as "to", null as customer_id, json_build_object('type', b.type) as more
    from batch_job b join "user" u on u.id = b.created_by
    where b.id = any($1::text[]) and b.result ->> 'file_key' is not null and b.deleted_at is null and u.deleted_at is null`),
  customer: statement<AddressRow>(`
    select id as resource_id, email as "to", id as customer_id,
      json_build_object('first_name', first_name, 'last_name', last_name) as more
    from customer where id = any($1::text[]) and deleted_at is null`),
}
const KINDS = Object.keys(ADDRESS_QUERIES) as (keyof typeof ADDRESS_QUERIES)[]

async function readAddresses(
  em: EntityManager,
  events: readonly EventOf<EventName>[],
): Promise<Map<string, StoredAddress>> {
  const rows = events.map(addressedRow)
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const lookups = KINDS.map((kind) => ({ kind, ids: idsOf(kind) })).filter(({ ids }) => ids.length > 0)
  const results = await batch(em, ...lookups.map(({ kind, ids }) => ADDRESS_QUERIES[kind].with(ids)))
  const addresses = new Map<string, StoredAddress>()
  for (const [i, { kind }] of lookups.entries())
    for (const { resource_id, ...addressee } of results[i]!) addresses.set(`${kind} ${resource_id}`, addressee)
  return addresses
}

const kindOf = ({ name }: EventOf<EventName>): string => name.split('.', 1)[0] as string

/** Returns the row with the address. An event of a plugin names its customer. */
function addressedRow(event: EventOf<EventName>): { kind: string; id: string } {
  const { id, customer_id }: EventSubject & Addressable = event.payload
  return customer_id ? { kind: 'customer', id: customer_id } : { kind: kindOf(event), id }
}

function keyOf(event: EventOf<EventName>): string {
  const { kind, id } = addressedRow(event)
  return `${kind} ${id}`
}
