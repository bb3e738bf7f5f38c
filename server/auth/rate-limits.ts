import { createHash } from 'node:crypto'
import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { LoginAttempt, RateLimits } from '#routers/services.ts'
import { networkOf } from './network-of.ts'
import type { RateLimitSettings } from './rate-limit-settings.ts'

/** Counts in the table `rate_limit`, which all servers share. */
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
      // Above the limit, the process rejects a key without a statement until the period ends.
      inMemoryBlockOnConsumed: points + 1,
    })
  const lookUpsOf = limiter('order-look-up', { points: settings.orderLookUps, duration: 60 })
  const loginsOf = limiter('login', { points: settings.logins, duration: 600 })
  const loginsFrom = limiter('login-from', { points: settings.loginsOfAddress, duration: 600 })
  const passwordRequestsOf = limiter('password-request', { points: settings.passwordRequests, duration: 3600 })
  const newPasswordsFrom = limiter('new-password-from', { points: settings.newPasswordsOfAddress, duration: 600 })
  return {
    countOrderLookup: (ip) => secondsToWait(lookUpsOf, networkOf(ip)),
    async countLogin(tried) {
      const counted = [
        secondsToWait(loginsOf, hashKey(loginKeyOf(tried))),
        secondsToWait(loginsFrom, networkOf(tried.ip)),
      ]
      return Math.max(...(await Promise.all(counted)))
    },
    async resetLoginCount(tried) {
      await Promise.all([loginsOf.delete(hashKey(loginKeyOf(tried))), loginsFrom.reward(networkOf(tried.ip), 1)])
    },
    countPasswordRequest: (email) => secondsToWait(passwordRequestsOf, hashKey(email)),
    countNewPassword: (ip) => secondsToWait(newPasswordsFrom, networkOf(ip)),
  }
}

const loginKeyOf = ({ ip, email }: LoginAttempt) => `${networkOf(ip)} ${email}`

/** Does not store emails of people without an account, and limits the length of keys. */
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

/** Runs outside of the request's transaction, so that a rollback does not reset a counter. */
const queryOf =
  (orm: MikroORM) =>
  ({ text, values = [] }: { text: string; values?: unknown[] }): Promise<{ rows: object[]; rowCount: number }> => {
    const client = (orm.em.getConnection() as PostgreSqlConnection).getClient()
    return client
      .executeQuery(CompiledQuery.raw(text, values))
      .then(({ rows }) => ({ rows: rows as object[], rowCount: rows.length }))
  }
