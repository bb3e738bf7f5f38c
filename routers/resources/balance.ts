import { z } from 'zod'
import { BalanceAccount } from '#entities/promotions/balance/balance-account.ts'
import { BalanceEntry } from '#entities/promotions/balance/balance-entry.ts'
import { selectSums } from '#entities/promotions/balance/read-balances.ts'
import { maybeKind } from '#entities/promotions/balance/tender-kind.ts'
import type { ProcedureContext } from '../context/context.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { AdminCustomerResource } from './admin-customer.ts'

const accountColumns = columnsOf(BalanceAccount)

const Label = z.object({ en: z.string() }).catchall(z.string())

/** A kind of balance, which a plugin declares. */
export const BalanceKind = z.object({
  kind: z.string(),
  plugin: z.string(),
  label: Label,
  refund: z.enum(['first', 'last']),
  /** The minor units that one unit pays. Null: the balance is in minor units of a currency. */
  worth: z.int().nullable(),
  has_credit_limit: z.boolean(),
})

/** In minor units of the currency, or, without a currency, in units of the kind. */
const balance = { balance: z.int() }

export const BalanceResource = defineResource({
  name: 'Balance',
  entity: BalanceAccount,
  columns: accountColumns,
  added: { ...balance, label: Label },
})

export const AdminBalanceResource = defineResource({
  name: 'AdminBalance',
  entity: BalanceAccount,
  columns: accountColumns,
  added: balance,
  relations: () => ({ customer: toOne(AdminCustomerResource) }),
})

/** Customers do not see the notes and the users of the shop. */
export const BalanceEntryResource = defineResource({
  name: 'BalanceEntry',
  entity: BalanceEntry,
  columns: columnsOf(BalanceEntry, { omit: ['note', 'created_by', 'payment_id', 'refund_id'] }),
})

export const AdminBalanceEntryResource = defineResource({
  name: 'AdminBalanceEntry',
  entity: BalanceEntry,
  columns: columnsOf(BalanceEntry),
})

/** Also adds the name of the kind by language. Without its plugin, a kind has no other name. */
export async function fillOwnBalances<Account extends { id: string; kind: string }>(
  ctx: Pick<ProcedureContext, 'em'>,
  accounts: Account[],
) {
  const filled = await fillBalances(ctx, accounts)
  return filled.map((account) => ({
    ...account,
    label: maybeKind(ctx.em, account.kind)?.label ?? { en: account.kind },
  }))
}

/** Adds the sums of the entries to the accounts of a list. */
export async function fillBalances<Account extends { id: string }>(
  { em }: Pick<ProcedureContext, 'em'>,
  accounts: Account[],
): Promise<(Account & { balance: number })[]> {
  const rows = await selectSums(
    em,
    accounts.map(({ id }) => id),
  )
  const balances = new Map(rows.map((row) => [row.id, row.balance]))
  return accounts.map((account) => ({ ...account, balance: balances.get(account.id) ?? 0 }))
}
