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
import { fake } from '#test/support/fake.ts'

let shop: Awaited<ReturnType<typeof openClone>>
beforeAll(async () => {
  shop = await openClone()
})
afterAll(() => shop[Symbol.asyncDispose]())

interface PasswordChange {
  id: string
  email: string
  password_hash: string
  session_id: string
  access_token: null
}

type SetPassword = (em: EntityManager, change: PasswordChange) => Promise<unknown>

const methods: [string, SetPassword][] = [
  ['the customer', async (em, { id, ...change }) => updateCustomer(em, await lockCustomer(em, id), change)],
  ['an administrator', (em, { id, email: _, ...change }) => manageCustomer(em, id, change)],
  ['a token', (em, change) => resetCustomerPassword(em, tokensFor(change), { ...change, token: '' })],
]

const tokensFor = ({ id }: PasswordChange) => fake<Tokens>({ read: async () => ({ customer_id: id }) })

test.each(methods)('a password set by %s ends all other sessions of the customer', async (by, set) => {
  const work = <T>(todo: (em: EntityManager) => Promise<T>) => shop.orm.em.fork().transactional(todo)
  const email = `${by.replaceAll(' ', '.')}@example.com`
  const { id } = await work((em) => registerCustomer(em, { email, password_hash: 'analytical' }))
  const start = () =>
    work((em) =>
      startSession(em, {
        user_id: null,
        customer_id: id,
        device: { user_agent: '', address: '' },
        lifetimeSeconds: 60,
      }),
    )
  const session_id = await start()
  await start()
  await start()
  await work((em) => set(em, { id, email, password_hash: 'engine', session_id, access_token: null }))
  expect(await shop.orm.em.fork().execute('select id from session where customer_id = ?', [id])).toEqual([
    { id: session_id },
  ])
})
