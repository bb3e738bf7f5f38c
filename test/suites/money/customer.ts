import type { MoneyApi } from './api.ts'
import type { Random } from './random.ts'

/** A customer with an account. The sequences of a run have the same customer, because a password takes long to hash. */
export interface Account {
  email: string
  /** Requests of the customer. */
  api: MoneyApi
  pathOfPoints: string
}

export interface Customer extends Account {
  /** The points before the order. */
  points: number
  /** The points that the customer redeems for the order. */
  redeemed: number
}

export async function openAccount(api: MoneyApi, part: number): Promise<Account> {
  const login = { email: `ada-${process.pid}-${part}@example.com`, password: 'a long password of Ada' }
  const { customer } = await api.send('POST', '/store/customers', {
    ...{ first_name: 'Ada', last_name: 'Byron' },
    ...login,
  })
  const { access_token } = await api.send<{ access_token: string }>('POST', '/store/auth/token', login)
  const pathOfPoints = `/admin/loyalty/customers/${customer.id}`
  return { email: login.email, api: api.withCustomer(access_token), pathOfPoints }
}

export async function givePoints(account: Account, random: Random): Promise<Customer> {
  const more = random.pick([random.integer(1, 50), random.integer(50, 3000), 500_000])
  const { balance } = await account.api.send<Points>('GET', account.pathOfPoints)
  // An edit that added units can have taken more points than the customer had.
  const body = { points: more - Math.min(0, balance), reason: 'Welcome' }
  const { balance: points } = await account.api.send<Points>('POST', account.pathOfPoints, body)
  return { ...account, points, redeemed: random.chance(50) ? more : random.integer(1, more) }
}

export interface Points {
  balance: number
}
