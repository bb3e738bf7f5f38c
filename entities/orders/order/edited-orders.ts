import type { RunSql } from '#database/statement.ts'
import { computeDifferenceDue } from './difference-due.ts'
import { orderFromJson, orderJsonSql, withTotal } from './read-order.ts'
import type { PaymentStatus } from './statuses.ts'
import { computePaymentStatus } from './transitions.ts'

interface ComputedMoney {
  id: string
  difference_due: number
  payment_status: PaymentStatus
}

/** The stored money, and the JSON of `readOrder`. */
interface EditedOrder extends ComputedMoney {
  order: unknown
}

const PAGE = 200
const FOLLOWS_PAYMENTS: readonly PaymentStatus[] = ['awaiting', 'captured', 'partially_refunded', 'refunded']

/** Finds edited orders whose stored difference is wrong, and computes their money. Reads them in pages. */
export async function findWrongDifferences(query: RunSql): Promise<ComputedMoney[]> {
  const wrong: ComputedMoney[] = []
  for (let after = ''; ; ) {
    const rows = (await query(editedOrdersSql(after))) as unknown[] as EditedOrder[]
    for (const row of rows) {
      const money = computeMoney(row)
      if (money.difference_due !== row.difference_due) wrong.push(money)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return wrong
    after = last.id
  }
}

/** Corrects the difference and the payment status of edited orders that another program stored. */
export async function storeDifferences(query: RunSql): Promise<void> {
  for (const { id, difference_due, payment_status } of await findWrongDifferences(query))
    await query(
      `update "order" o set difference_due = ${difference_due}, payment_status = '${payment_status}' where id = '${quoted(id)}'`,
    )
}

function computeMoney({ id, payment_status, order }: EditedOrder): ComputedMoney {
  const priced = withTotal(orderFromJson(order))
  const difference_due = computeDifferenceDue(priced)
  const isFollowing = FOLLOWS_PAYMENTS.includes(payment_status) && priced.payments.length > 0
  return {
    id,
    difference_due,
    payment_status: isFollowing ? computePaymentStatus(priced.payments, difference_due) : payment_status,
  }
}

const editedOrdersSql = (after: string) => `
  select e.id, e.difference_due::float8, e.payment_status, (${orderJsonSql('o.id = e.id')}) as order
  from "order" e
  where e.id > '${quoted(after)}' and e.canceled_at is null
    and exists (select from order_edit where order_id = e.id and status = 'confirmed')
  order by e.id limit ${PAGE}`

const quoted = (text: string) => text.replaceAll("'", "''")
