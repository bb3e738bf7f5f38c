import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import { createTimestamp } from '#entities/values/timestamp.ts'
import { BALANCE_SQL } from './read-balances.ts'
import { findKind, type TenderKind } from './tender-kind.ts'

export interface AccountOwner {
  customer_id: string
  kind: string
  /** Required, unless the kind counts units. */
  currency_code?: string | null | undefined
}

export interface AddedAmount extends AccountOwner {
  /** Minor units, or units of the kind. A negative amount takes, also below 0. */
  amount: number
  order_id?: string | null | undefined
  note?: string | null | undefined
}

/** Adds to the balance without a lock, so it never waits for a payment. Opens the account. @throws RangeError */
export async function addToBalance(
  em: EntityManager,
  { amount, order_id, note, ...owner }: AddedAmount,
): Promise<void> {
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > MAX_AMOUNT)
    throw new RangeError(`The amount ${amount} of a balance is not an integer from -${MAX_AMOUNT} to ${MAX_AMOUNT}`)
  if (amount === 0) return
  const account_id = await openAccount(em, owner)
  await insertPluginEntry(em, newId('bent'), createTimestamp(), account_id, amount, order_id ?? null, note ?? null)
}

/** Returns the id of the account. @throws InvalidData for an unknown kind or a wrong currency. NotFound. */
export async function openAccount(em: EntityManager, owner: AccountOwner): Promise<string> {
  const parameters = parametersOf(em, owner)
  const [, [account]] = await batch<[object, { id: string }]>(
    em,
    insertAccount.with(newId('bal'), createTimestamp(), ...parameters),
    selectAccount.with(...parameters),
  )
  if (!account) throw new NotFound(`Customer with id: ${owner.customer_id} was not found`)
  return account.id
}

/** Returns 0 if the customer has no account. */
export async function readBalance(em: EntityManager, owner: AccountOwner): Promise<number> {
  const [account] = await selectAccount(em, ...parametersOf(em, owner))
  return account?.balance ?? 0
}

const parametersOf = (em: EntityManager, { customer_id, kind, currency_code }: AccountOwner) =>
  [customer_id, kind, currencyOf(findKind(em, kind), currency_code)] as const

function currencyOf({ kind, worth }: TenderKind, currency_code: string | null | undefined): string | null {
  if (worth === null && !currency_code)
    throw new InvalidData(`Balances of the kind ${kind} need a currency`)
      .about('currency_code')
      .because({ name: 'balance_currency_required' })
  if (worth !== null && currency_code)
    throw new InvalidData(`Balances of the kind ${kind} have no currency`)
      .about('currency_code')
      .because({ name: 'balance_without_currency' })
  return currency_code?.toLowerCase() ?? null
}

const INSERT_ACCOUNT = `
  insert into balance_account (id, created_at, updated_at, customer_id, kind, currency_code, lowest_balance)
  select $1, $2, $2, id, $4, $5, 0 from customer where id = $3
  on conflict (customer_id, kind, currency_code) do nothing`

const INSERT_PLUGIN_ENTRY = `
  insert into balance_entry (id, created_at, account_id, amount, reason, order_id, note)
  values ($1, $2, $3, $4, 'plugin', $5, $6)`

/** Effects of plugins may send exactly these statements. */
export const addsToBalance = (sql: string): boolean => sql === INSERT_ACCOUNT || sql === INSERT_PLUGIN_ENTRY

const insertAccount = statement(INSERT_ACCOUNT)
const insertPluginEntry = statement(INSERT_PLUGIN_ENTRY)

const selectAccount = statement<{ id: string; balance: number }>(`
  select a.id, ${BALANCE_SQL} from balance_account a
  where a.customer_id = $1 and a.kind = $2 and a.currency_code is not distinct from $3`)
