import type { EntityManager } from '@mikro-orm/postgresql'
import { Customer } from '../customer/customer.ts'
import type { EventName, EventOf } from '../event/events.ts'
import type { Order } from '../order/order.ts'
import { statement } from '../statement.ts'
import type { Message } from './notification-port.ts'

type Addressed = Pick<Message, 'to' | 'resource_type' | 'customer_id'> & { more?: Record<string, unknown> }

/** Who is to be told of an event, and what; nothing where it concerns nobody, or nobody any more. */
export async function composeMessage(em: EntityManager, event: EventOf<EventName>): Promise<Message | undefined> {
  const addressed = await address(em, event)
  if (!addressed) return undefined
  const { more, ...facts } = addressed
  const { id } = event.payload
  return { event_name: event.name, resource_id: id, ...facts, data: { ...event.payload, ...more } }
}

async function address(em: EntityManager, event: EventOf<EventName>): Promise<Addressed | undefined> {
  switch (event.name) {
    case 'customer.password_reset':
      return { to: event.payload.email, resource_type: 'customer', customer_id: event.payload.id }
    case 'order-update-token.created':
      return { to: event.payload.old_email, resource_type: 'customer', customer_id: event.payload.id }
    case 'user.password_reset':
      return { to: event.payload.email, resource_type: 'user', customer_id: null }
    case 'invite.created':
      return { to: event.payload.user_email, resource_type: 'invite', customer_id: null }
  }
  const [kind] = event.name.split('.', 1)
  const { id } = event.payload
  if (kind === 'order') return toBuyer(await orderById(em, id), 'order')
  if (kind === 'claim') return toBuyer(await orderOfClaim(em, id), 'claim')
  if (kind === 'customer') return toCustomer(await em.findOne(Customer, { id }))
  return undefined
}

type Bought = Pick<Order, 'id' | 'display_id' | 'email' | 'customer_id'>

const orderById = statement<Bought>('select id, display_id, email, customer_id from "order" where id = $1')
const orderOfClaim = statement<Bought>(`
  select o.id, o.display_id, o.email, o.customer_id
  from claim_order c join "order" o on o.id = c.order_id where c.id = $1 and c.deleted_at is null`)

function toBuyer([order]: readonly Bought[], resource_type: string): Addressed | undefined {
  if (!order) return undefined
  const { id: order_id, display_id, email, customer_id } = order
  return { to: email, resource_type, customer_id, more: { order_id, display_id } }
}

function toCustomer(customer: Customer | null): Addressed | undefined {
  if (!customer) return undefined
  const { id: customer_id, email, first_name, last_name } = customer
  return { to: email, resource_type: 'customer', customer_id, more: { first_name, last_name } }
}
