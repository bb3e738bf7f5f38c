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

/** Adds a customer with a session. Gives the owner of the token the role of an administrator, which an attack may change. */
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
