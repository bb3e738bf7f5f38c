import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, lockRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { type AccountOwner, openAccount } from './add-to-balance.ts'
import { BalanceAccount } from './balance-account.ts'
import { BalanceEntry } from './balance-entry.ts'
import { selectSums } from './read-balances.ts'
import { findKind } from './tender-kind.ts'

export interface Adjustment extends AccountOwner {
  /** Minor units, or units of the kind. A negative amount is deducted. */
  amount: number
  note: string
  user_id: string | null
}

export interface BalanceAdjustment {
  adjustment: Adjustment
}

export const adjustBalanceStep = new Step<BalanceAdjustment, { account_id: string }>({
  moment: 'An administrator grants an amount to a balance, or deducts one. Payments and refunds belong to other steps.',
  context: { adjustment: 'the input. A negative amount is deducted' },
  result: { account_id: '' },
})

/**
 * Grants an amount, or deducts one. Returns the account. An erased customer can have a balance, because a later refund returns to
 * it. An administrator pays it out and deducts it.
 * @throws NotFound without a customer. NotAllowed for a grant to a guest, or if less than the lowest balance would remain.
 */
export async function adjustBalance(em: EntityManager, adjustment: Adjustment): Promise<{ id: string }> {
  const { amount, note, user_id, ...owner } = adjustment
  const id = await openAccount(em, owner)
  if (amount > 0) await lockAccountHolder(em, owner.customer_id)
  else await lockForDeduction(em, { id, customer_id: owner.customer_id, amount: 0 - amount })
  await adjustBalanceStep.assertAllowed(em, { adjustment })
  const reason = amount < 0 ? 'deduction' : 'grant'
  const entry = insertRow(em, BalanceEntry, { account_id: id, amount, reason, note, created_by: user_id })
  await announce(em, 'balance.adjusted', { id, customer_id: owner.customer_id, entry_id: entry.id })
  adjustBalanceStep.addEffects(em, { adjustment, account_id: id })
  return { id }
}

/**
 * Sets how far an account may fall below 0.
 * @throws InvalidData if the kind has no credit limit. NotFound without a customer. NotAllowed for a guest, or if the balance is lower.
 */
export async function setCreditLimit(
  em: EntityManager,
  { credit_limit, ...owner }: AccountOwner & { credit_limit: number },
): Promise<{ id: string }> {
  if (!findKind(em, owner.kind).has_credit_limit)
    throw new InvalidData(`Balances of the kind ${owner.kind} have no credit limit`)
      .about('kind')
      .because({ name: 'balance_without_limit' })
  const account = await lockAccount(em, await openAccount(em, owner))
  await lockAccountHolder(em, owner.customer_id)
  const balance = await readLockedBalance(em, account.id)
  if (balance < 0 - credit_limit)
    throw new NotAllowed(
      'The customer already owes more than this limit. Raise the limit, or grant the missing amount first.',
    )
      .about('credit_limit')
      .because({ name: 'balance_below_limit', owed: 0 - balance, currency_code: account.currency_code ?? null })
  account.lowest_balance = 0 - credit_limit
  return account
}

/** The lock lets no erasure end the account of the customer. A rule of a completion can lock the customer after the balance, so it comes last. */
export async function lockAccountHolder(em: EntityManager, id: string): Promise<void> {
  const customer = await lockRow(em, Customer, { id }, 'share')
  if (!customer) throw new NotFound(`Customer with id: ${id} was not found`)
  if (!customer.has_account)
    throw new NotAllowed('A guest has no balance. The customer must register first.')
      .about('customer_id')
      .because({ name: 'balance_of_guest' })
}

async function lockForDeduction(
  em: EntityManager,
  { id, customer_id, amount }: { id: string; customer_id: string; amount: number },
): Promise<void> {
  const account = await lockAccount(em, id)
  await lockCustomer(em, customer_id)
  await assertCovers(em, account, amount)
}

/** Also a deleted customer. */
const lockCustomer = statement('select from customer where id = $1 for share')

const lockAccount = async (em: EntityManager, id: string): Promise<Row<BalanceAccount>> =>
  (await lockRow(em, BalanceAccount, { id }, 'no key update')) as Row<BalanceAccount>

async function assertCovers(em: EntityManager, account: Row<BalanceAccount>, amount: number): Promise<void> {
  const available = (await readLockedBalance(em, account.id)) - account.lowest_balance
  if (amount > available)
    throw new NotAllowed('The balance does not cover the deduction')
      .about('amount')
      .because({ name: 'balance_too_low', available, currency_code: account.currency_code ?? null })
}

async function readLockedBalance(em: EntityManager, account_id: string): Promise<number> {
  const [row] = await selectSums(em, [account_id])
  return row?.balance ?? 0
}
