import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tokens } from '#entities/people/credentials/tokens.ts'
import { lockCustomer } from '#entities/people/customer/find-customer.ts'
import { manageCustomer } from '#entities/people/customer/manage-customer.ts'
import { registerCustomer } from '#entities/people/customer/register-customer.ts'
import { resetCustomerPassword } from '#entities/people/customer/reset-password.ts'
import { updateCustomer } from '#entities/people/customer/update-customer.ts'
import { startSession } from '#entities/people/session/start-session.ts'
import { openClone } from '#test/support/cloned-orm.ts'

let shop: Awaited<ReturnType<typeof openClone>>
beforeAll(async () => {
  shop = await openClone()
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Wanted {
  id: string
  email: string
  password_hash: string
  session_id: string
  access_token: null
}

type Way = (em: EntityManager, wanted: Wanted) => Promise<unknown>

const ways: [string, Way][] = [
  ['the customer', async (em, { id, ...wanted }) => updateCustomer(em, await lockCustomer(em, id), wanted)],
  ['an administrator', (em, { id, email: _, ...wanted }) => manageCustomer(em, id, wanted)],
  ['a token', (em, wanted) => resetCustomerPassword(em, tokensFor(wanted), { ...wanted, token: '' })],
]

const tokensFor = ({ id }: Wanted) => ({ read: async () => ({ customer_id: id }) }) as unknown as Tokens

test.each(ways)('a password that is set by %s ends all sessions of the customer but one', async (by, set) => {
  const work = <T>(todo: (em: EntityManager) => Promise<T>) => shop.orm.em.fork().transactional(todo)
  const email = `${by.replaceAll(' ', '.')}@example.com`
  const { id } = await work((em) => registerCustomer(em, { email, password_hash: 'analytical' }))
  const start = () => work((em) => startSession(em, { user_id: null, customer_id: id, seconds: 60 }))
  const session_id = await start()
  await start()
  await start()
  await work((em) => set(em, { id, email, password_hash: 'engine', session_id, access_token: null }))
  expect(await shop.orm.em.fork().execute('select id from session where customer_id = ?', [id])).toEqual([
    { id: session_id },
  ])
})
