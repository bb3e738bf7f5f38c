import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export interface OrderClue {
  display_id: number
  email: string
  /** Of the shipping address; checked where it is given. */
  postal_code?: string | undefined
}

/** The id of the order that all clues fit, in whatever case; null where there is none. */
export async function lookUpOrder(em: EntityManager, { display_id, email, postal_code }: OrderClue) {
  if (!Number.isInteger(display_id) || Math.abs(display_id) > GREATEST_NUMBER) return null
  const [found] = await orderByClues(em, display_id, email, postal_code ?? null)
  return found?.id ?? null
}

const GREATEST_NUMBER = 2_147_483_647

const orderByClues = statement<{ id: string }>(`
  select o.id from "order" o left join address a on a.id = o.shipping_address_id
  where o.display_id = $1 and lower(o.email) = lower($2)
    and ($3::text is null or upper(replace(a.postal_code, ' ', '')) = upper(replace($3, ' ', '')))`)
