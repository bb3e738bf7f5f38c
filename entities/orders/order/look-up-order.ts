import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export interface OrderLookup {
  display_id: number
  /** Not case-sensitive. */
  email: string
  postal_code?: string | undefined
}

export async function lookUpOrderId(em: EntityManager, { display_id, email, postal_code }: OrderLookup) {
  if (!Number.isInteger(display_id) || Math.abs(display_id) > MAX_INTEGER) return null
  const [row] = await selectMatchingOrder(em, display_id, email, postal_code ?? null)
  return row?.id ?? null
}

const MAX_INTEGER = 2_147_483_647

const selectMatchingOrder = statement<{ id: string }>(`
  select o.id from "order" o left join address a on a.id = o.shipping_address_id
  where o.display_id = $1 and lower(o.email) = lower($2)
    and ($3::text is null or upper(replace(a.postal_code, ' ', '')) = upper(replace($3, ' ', '')))`)
