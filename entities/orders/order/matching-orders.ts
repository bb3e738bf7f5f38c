import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

/** A query for the ids of orders with this number, or with a customer that matches the `ilike` pattern. */
export const selectMatchingOrderIds = (display_id: number | null, pattern: string): RawQueryFragment =>
  raw(`(${MATCHING_ORDERS_SQL})`, [display_id, pattern, pattern, pattern, pattern, pattern])

// Each part of the union uses its own index.
const MATCHING_ORDERS_SQL = `
  select id from "order" where display_id = ?::int
  union select id from "order" where email ilike ?
  union select o.id from address a join "order" o on o.shipping_address_id = a.id where a.first_name ilike ?
  union select o.id from customer c join "order" o on o.customer_id = c.id
    where c.first_name ilike ? or c.last_name ilike ? or c.phone ilike ?`
