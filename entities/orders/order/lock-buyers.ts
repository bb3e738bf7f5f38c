import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'

export interface ChangedBuyers {
  /** The orders that get another buyer. */
  order_ids: readonly string[]
  customer_id?: string | null | undefined
  email?: string | null | undefined
}

/**
 * Locks the orders of the old and the new buyers by their ids, and then the buyers. A change of a buyer marks other orders of the buyer
 * as returning or not, so without all locks in one order two changes could deadlock.
 */
export async function lockBuyers(em: EntityManager, { order_ids, customer_id, email }: ChangedBuyers): Promise<void> {
  const parameters = [order_ids, customer_id ?? null, email ?? null] as const
  await batch(em, lockOrders.with(...parameters), lockKeys.with(...parameters))
}

/** The SQL that locks the buyers with the keys: the ids of customers and the mailboxes. */
export const lockBuyersSql = (keysSql: string): string => `select lock_buyers(variadic array(${keysSql}))`

const KEYS_SQL = `
  select customer_id as key from "order" where id = any($1::text[])
  union select buyer_mailbox(email) from "order" where id = any($1::text[])
  union select $2::text union select buyer_mailbox($3::text)`

const lockOrders = statement(`
  select from "order" where id = any($1::text[]) or customer_id = any(array(${KEYS_SQL}))
    or buyer_mailbox(email) = any(array(${KEYS_SQL}))
  order by id for no key update`)

/** Checkouts take these locks when they insert the order, each in the order of the hashes. */
const lockKeys = statement(lockBuyersSql(KEYS_SQL))
