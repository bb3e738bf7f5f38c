import type { MoneyApi } from './api.ts'
import type { Market } from './market.ts'
import type { Random } from './random.ts'

/** A customer with an account. The sequences of a run have the same customer, because a password takes long to hash. */
export interface Account {
  id: string
  email: string
  /** Requests of the customer. */
  api: MoneyApi
}

export interface Customer extends Account {
  /** Lowers the prices of the order. */
  rebate: number
  /** The balances that pay for the order, in their order. */
  tenders: Tender[]
  currency: string
}

/** A kind of balance that pays for the order, and its units before the order. */
export interface Tender {
  kind: Kind
  units: number
  max_amount: number | null
}

const KINDS = {
  'store-credit': { worth: 1, isRefundedFirst: true, hasCurrency: true },
  invoice: { worth: 1, isRefundedFirst: false, hasCurrency: true },
  points: { worth: 5, isRefundedFirst: false, hasCurrency: false },
} as const
type Kind = keyof typeof KINDS

export const termsOf = ({ kind }: Pick<Tender, 'kind'>) => KINDS[kind]

export async function openAccount(api: MoneyApi, part: number): Promise<Account> {
  const login = { email: `ada-${process.pid}-${part}@example.com`, password: 'a long password of Ada' }
  const { customer } = await api.send('POST', '/store/customers', {
    ...{ first_name: 'Ada', last_name: 'Byron' },
    ...login,
  })
  const { access_token } = await api.send<{ access_token: string }>('POST', '/store/auth/token', login)
  return { id: customer.id, email: login.email, api: api.withCustomer(access_token) }
}

export async function openCustomer(account: Account, { currency }: Market, random: Random): Promise<Customer> {
  const customer = { ...account, currency, rebate: random.chance(50) ? random.integer(1, 3000) : 0 }
  const kinds = (Object.keys(KINDS) as Kind[]).filter(() => random.chance(45))
  const tenders: Tender[] = []
  for (const kind of random.chance(50) ? kinds : kinds.toReversed()) {
    const amount = random.pick([random.integer(1, 50), random.integer(50, 3000), 500_000])
    await account.api.send('POST', '/admin/balances', { ...ownerOf(customer, kind), amount, note: 'Welcome' })
    const units = await readUnits(customer, kind)
    tenders.push({ kind, units, max_amount: random.chance(30) ? random.integer(1, 2000) : null })
  }
  return { ...customer, tenders }
}

type Owner = Pick<Customer, 'id' | 'api' | 'currency'>

const ownerOf = ({ id: customer_id, currency }: Owner, kind: Kind) => ({
  customer_id,
  kind,
  ...(KINDS[kind].hasCurrency && { currency_code: currency }),
})

export async function readUnits(customer: Owner, kind: Kind): Promise<number> {
  const query = new URLSearchParams(ownerOf(customer, kind))
  const { balances } = await customer.api.send<{ balances: { balance: number }[] }>('GET', `/admin/balances?${query}`)
  return balances[0]?.balance ?? 0
}
