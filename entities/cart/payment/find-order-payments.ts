import type { EntityManager } from '@mikro-orm/postgresql'
import { type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Payment } from './payment.ts'

/** The oldest payment comes first. Lock the order before you change its payments. */
export async function findOrderPayments(em: EntityManager, order_id: string): Promise<Row<Payment>[]> {
  const rows = await selectPayments(em, order_id)
  return rows.map(({ row }) => trackRow(em, Payment, row))
}

const selectPayments = statement<JsonRow>(`
  select to_json(p) as row from payment p where order_id = $1 order by created_at, id`)
