import { randomBytes } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { sealData } from 'iron-session'
import { Customer } from '#entities/people/customer/customer.ts'
import { Session } from '#entities/people/session/session.ts'
import { SESSION_SECRET } from './serve-shop.ts'

export interface AddedCustomer {
  id: string
  email: string
  headers: { cookie: string }
}

/** Tests move the clock by years. */
const YEARS = 100 * 366 * 24 * 60 * 60 * 1000

export async function addCustomer(
  orm: MikroORM,
  { secret = SESSION_SECRET, ...columns }: { secret?: string; password_hash?: string } = {},
): Promise<AddedCustomer> {
  const em = orm.em.fork()
  const email = `customer.${randomBytes(4).toString('hex')}@example.com`
  const { id } = em.create(Customer, { ...columns, email, has_account: true })
  await em.flush()
  const session = em.create(Session, { customer_id: id, expires_at: new Date(Date.now() + YEARS) })
  await em.flush()
  const cookie = await sealData({ id: session.id }, { password: secret })
  return { id, email, headers: { cookie: `connect.sid=${cookie}` } }
}
