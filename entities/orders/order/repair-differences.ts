import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { findWrongDifferences } from './edited-orders.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Corrects the difference of edited orders and the payment status that follows. Each order is locked in a separate transaction, so
 * other orders can change at the same time, and a repeated call continues. Calls `onRepair` after each order.
 */
export async function repairDifferences(
  em: EntityManager,
  onRepair: (repaired: { id: string; difference_due: number }) => void,
): Promise<void> {
  for (const { id } of await findWrongDifferences((sql) => em.execute(sql))) {
    const difference_due = await inTransaction(em, async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order.canceled_at) await syncPaymentAfterChange(tx, order)
      await tx.flush()
      return order.difference_due
    })
    onRepair({ id, difference_due })
  }
}
