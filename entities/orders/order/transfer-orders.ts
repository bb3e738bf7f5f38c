import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type JsonRow, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Unauthorized } from '#entities/errors.ts'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { customerAccount } from '#entities/people/customer/find-customer.ts'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { lockBuyers } from './lock-buyers.ts'
import { Order } from './order.ts'

interface OrderTransferRequest {
  customer_id: string
  order_ids: readonly string[]
  /** Throws if the recipient must get no further mail. */
  limitMails: (recipient: string) => Promise<void>
}

/** Each token goes to the e-mail address of the orders. It proves that the customer receives mail at this address. */
export async function requestOrderTransfer(
  em: EntityManager,
  tokens: Tokens,
  { customer_id, order_ids, limitMails }: OrderTransferRequest,
): Promise<void> {
  const { bond } = await customerAccount(em, customer_id)
  const orders = await findRows(em, Order, { id: [...order_ids] })
  for (const [email, ordersOfEmail] of Map.groupBy(orders, (order) => order.email)) {
    await limitMails(email)
    const ids = ordersOfEmail.map(({ id }) => id)
    const tokenClaims = { customer_id, email, orders: ids }
    const token = await tokens.sign(tokenClaims, { domain: 'order_claim', lifetime: '15m', bond })
    const payload = { id: customer_id, new_customer_id: customer_id, old_email: email, orders: ids, token }
    await announce(em, 'order-update-token.created', payload)
  }
}

/** Skips orders whose email address changed after the token was sent. */
export async function confirmOrderTransfer(
  em: EntityManager,
  tokens: Tokens,
  { customer_id, token }: { customer_id: string; token: string },
): Promise<void> {
  const { bond, email } = await customerAccount(em, customer_id)
  const tokenClaims = await tokens.read(token, 'order_claim', async () => bond)
  if (tokenClaims?.customer_id !== customer_id) throw new Unauthorized('Invalid or expired token')
  const order_ids = tokenClaims.orders as string[]
  await lockBuyers(em, { order_ids, customer_id, email })
  const rows = await selectOrdersForUpdate(em, order_ids, tokenClaims.email as string)
  const orders = rows.map(({ row }) => trackRow(em, Order, row))
  for (const order of orders) Object.assign(order, { customer_id, email })
  await em.flush()
  await announceAll(
    em,
    orders.map(({ id }) => ({ name: 'order.updated', payload: { id } })),
  )
}

/* Locks the orders by their ids, so that two transfers cannot deadlock. */
const selectOrdersForUpdate = statement<JsonRow>(
  'select to_json(o) as row from "order" o where id = any($1::text[]) and email = $2 order by id for update',
)
