import type { MoneyApi } from './api.ts'
import type { Random } from './random.ts'

/** A customer with an account and points. */
export interface Customer {
  email: string
  /** The points before the order. */
  points: number
  /** The points that the customer redeems for the order. */
  redeemed: number
  /** Requests of the customer. */
  api: MoneyApi
  pathOfPoints: string
}

let customers = 0

export async function openCustomer(api: MoneyApi, random: Random): Promise<Customer> {
  const email = `ada-${process.pid}-${++customers}@example.com`
  const password = `${email} has a long password`
  const { customer } = await api.send('POST', '/store/customers', {
    ...{ first_name: 'Ada', last_name: 'Byron' },
    email,
    password,
  })
  const login = { email, password }
  const { access_token } = await api.send<{ access_token: string }>('POST', '/store/auth/token', login)
  const points = random.pick([random.integer(1, 50), random.integer(50, 3000), 1_000_000])
  const pathOfPoints = `/admin/loyalty/customers/${customer.id}`
  await api.send('POST', pathOfPoints, { points, reason: 'Welcome' })
  const redeemed = random.chance(50) ? points : random.integer(1, points)
  return { email, points, redeemed, api: api.withCustomer(access_token), pathOfPoints }
}
