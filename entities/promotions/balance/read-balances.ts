import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { shopOf } from '#entities/shop.ts'
import type { SpendableBalance } from './spend-balances.ts'
import { maybeKind } from './tender-kind.ts'

/** The tenders that the customer of a cart has chosen, in the order in which they pay. */
export interface ChosenTenders {
  /** Another customer and another currency need another choice. */
  customer_id: string
  currency_code: string
  list: readonly ChosenTender[]
}

export interface ChosenTender {
  kind: string
  /** In minor units. Null: as much as possible. */
  max_amount: number | null
}

interface BalanceRow {
  id: string
  kind: string
  currency_code: string | null
  balance: number
  lowest_balance: number
}

export const BALANCE_SQL =
  '(select coalesce(sum(amount), 0) from balance_entry where account_id = a.id)::float8 as balance'

const OF_CHOICE =
  'a.customer_id = $1 and a.kind = any($2::text[]) and (a.currency_code = $3 or a.currency_code is null)'

const selectBalances = statement<BalanceRow>(`
  select a.id, a.kind, a.currency_code, a.lowest_balance::float8, ${BALANCE_SQL} from balance_account a where ${OF_CHOICE}`)

export const selectSums = statement<{ id: string; balance: number }, [ids: readonly string[]]>(
  `select a.id, ${BALANCE_SQL} from balance_account a where a.id = any($1::text[])`,
)

/* Other transactions may still add to the balance, because an entry needs no lock of this kind. */
const lockAccounts = statement<{ id: string }>(
  `select id from balance_account a where ${OF_CHOICE} order by id for no key update`,
)

export async function readChosenBalances(em: EntityManager, tenders: ChosenTenders): Promise<SpendableBalance[]> {
  return spendable(em, tenders, await selectBalances(em, ...parametersOf(tenders)))
}

/**
 * Locks the accounts and then reads them, so that no other transaction takes from them until the end of this one. An account that
 * another transaction opens in between has no lock, so it does not pay.
 */
export async function lockChosenBalances(em: EntityManager, tenders: ChosenTenders): Promise<SpendableBalance[]> {
  const parameters = parametersOf(tenders)
  const [locked, rows] = await batch(em, lockAccounts.with(...parameters), selectBalances.with(...parameters))
  const lockedIds = new Set(locked.map(({ id }) => id))
  return spendable(
    em,
    tenders,
    rows.filter(({ id }) => lockedIds.has(id)),
  )
}

/** Returns the balances of a customer that can pay in this currency. */
export const readOfferedBalances = (
  em: EntityManager,
  owner: Pick<ChosenTenders, 'customer_id' | 'currency_code'>,
): Promise<SpendableBalance[]> =>
  readChosenBalances(em, { ...owner, list: shopOf(em).tenders.map(({ kind }) => ({ kind, max_amount: null })) })

const parametersOf = ({ customer_id, currency_code, list }: ChosenTenders) =>
  [customer_id, list.map(({ kind }) => kind), currency_code] as const

/** A kind whose plugin was removed pays nothing. */
const spendable = (em: EntityManager, { list }: ChosenTenders, rows: readonly BalanceRow[]): SpendableBalance[] =>
  list.flatMap(({ kind: name, max_amount }) => {
    const kind = maybeKind(em, name)
    const row = rows.find((one) => one.kind === name && (one.currency_code === null) === (kind?.worth != null))
    if (!kind || !row) return []
    const units = row.balance - row.lowest_balance
    return { account_id: row.id, kind: name, units, worth: kind.worth ?? 1, max_amount }
  })
