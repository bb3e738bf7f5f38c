import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { Order } from '../order/order.ts'
import { readDifferenceDue } from './sync-payment.ts'

/** Returns what the customer of a locked order owes, in minor units, at least 0. */
export const readDebt = async (em: EntityManager, order: Row<Order>): Promise<number> =>
  Math.max(0, await readDifferenceDue(em, order))

export interface DebtSettlement {
  /** The id of a return, a claim or a swap of the locked order. */
  owner_id: string
  /** In minor units. Nothing is recorded if it is 0. */
  amount: number
}

/** Reduces what the customer owes. The caller updates the order. */
export async function settleDebt(
  em: EntityManager,
  { id }: Row<Order>,
  { owner_id, amount }: DebtSettlement,
): Promise<void> {
  if (amount > 0) await upsertDebt(em, owner_id, id, amount, true)
}

/** Records that the refund of a requested return depends on the debt, which can change until the items arrive. */
export async function planSettlement(
  em: EntityManager,
  { id }: Row<Order>,
  { owner_id, amount }: DebtSettlement,
): Promise<void> {
  if (amount > 0) await upsertDebt(em, owner_id, id, amount, false)
}

export const hasPlannedSettlement = async (em: EntityManager, owner_id: string): Promise<boolean> =>
  (await selectDebt(em, owner_id)).some(({ is_settled }) => !is_settled)

/** Returns the amount that a return, a claim or a swap has settled, in minor units. */
export async function readSettledDebt(em: EntityManager, owner_id: string): Promise<number> {
  const [debt] = await selectDebt(em, owner_id)
  return debt?.is_settled ? debt.amount : 0
}

const selectDebt = statement<{ amount: number; is_settled: boolean }, [owner_id: string]>(
  'select amount::float8, is_settled from settled_debt where owner_id = $1',
)

const upsertDebt = statement<object, [owner_id: string, order_id: string, amount: number, is_settled: boolean]>(`
  insert into settled_debt (owner_id, order_id, amount, is_settled) values ($1, $2, $3::bigint, $4::boolean)
  on conflict (owner_id) do update set amount = excluded.amount, is_settled = excluded.is_settled`)
