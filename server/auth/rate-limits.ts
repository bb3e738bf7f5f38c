import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { LoginAttempt, RateLimits } from '#routers/context.ts'
import { networkOf } from './network-of.ts'
import type { RateLimitSettings } from './rate-limit-settings.ts'

/** Counts in the table `rate_limit`, so that all servers of the shop count together. */
export function createRateLimits(orm: MikroORM, settings: RateLimitSettings): RateLimits {
  const limiter = (keyPrefix: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: { query: queryOf(orm) },
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      // Whoever is over the limit costs no more statements until the time is over.
      inMemoryBlockOnConsumed: points + 1,
    })
  const lookUpsOf = limiter('order-look-up', { points: settings.orderLookUps, duration: 60 })
  const loginsOf = limiter('login', { points: settings.logins, duration: 600 })
  const loginsFrom = limiter('login-from', { points: settings.loginsOfAddress, duration: 600 })
  const passwordRequestsOf = limiter('password-request', { points: settings.passwordRequests, duration: 3600 })
  const newPasswordsFrom = limiter('new-password-from', { points: settings.newPasswordsOfAddress, duration: 600 })
  return {
    countOrderLookUp: (ip) => secondsToWait(lookUpsOf, networkOf(ip)),
    async countLogin(tried) {
      const counted = [
        secondsToWait(loginsOf, hashKey(loginKeyOf(tried))),
        secondsToWait(loginsFrom, networkOf(tried.ip)),
      ]
      return Math.max(...(await Promise.all(counted)))
    },
    async forgetLogin(tried) {
      await Promise.all([loginsOf.delete(hashKey(loginKeyOf(tried))), loginsFrom.reward(networkOf(tried.ip), 1)])
    },
    countPasswordRequest: (email) => secondsToWait(passwordRequestsOf, hashKey(email)),
    countNewPassword: (ip) => secondsToWait(newPasswordsFrom, networkOf(ip)),
  }
}

const loginKeyOf = ({ ip, email }: LoginAttempt) => `${networkOf(ip)} ${email}`

/** No e-mail is kept of whom nobody knows, and none is too long. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

async function secondsToWait(limiter: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
  }
}

/** On the connections of the ORM, outside of every transaction. */
const queryOf =
  (orm: MikroORM) =>
  ({ text, values = [] }: { text: string; values?: unknown[] }): Promise<{ rows: object[]; rowCount: number }> => {
    const client = orm.em.getConnection().getClient() as unknown as Kysely<unknown>
    return client
      .executeQuery(CompiledQuery.raw(text, values))
      .then(({ rows }) => ({ rows: rows as object[], rowCount: rows.length }))
  }
