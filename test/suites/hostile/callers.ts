import type { MikroORM } from '@mikro-orm/postgresql'
import { hashApiToken } from '#entities/people/user/find-user.ts'
import { User } from '#entities/people/user/user.ts'
import { addCustomer } from '#server/testing/add-customer.ts'
import type { Callers } from '#server/testing/hostile/send.ts'

interface CallerOptions {
  secret: string
  /** API token of an administrator. */
  token: string
}

/** Returns a function that adds a customer with a session, and restores the administrator role, which an attack may remove. */
export function callersOf(orm: MikroORM, { secret, token }: CallerOptions): () => Promise<Callers> {
  return async () => {
    await orm.em.fork().nativeUpdate(User, { api_token: hashApiToken(token) }, { role: 'admin', deleted_at: null })
    return {
      stranger: {},
      customer: { ...(await addCustomer(orm, { secret })).headers },
      administrator: { authorization: `Bearer ${token}` },
    }
  }
}
