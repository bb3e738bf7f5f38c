import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limits } from '#routers/context.ts'

export interface LimitSettings {
  /** Of one address, in a minute. */
  orderLookUps: number
  /** Wrong passwords for one e-mail from one address, in ten minutes. */
  logins: number
}

/** Counts in the table `rate_limit`, so that all servers of the shop count together. */
export function sharedLimits(orm: MikroORM, { orderLookUps, logins }: LimitSettings): Limits {
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
  const lookUpsOf = limiter('order-look-up', { points: orderLookUps, duration: 60 })
  const loginsOf = limiter('login', { points: logins, duration: 600 })
  return {
    countOrderLookUp: (ip) => secondsToWait(lookUpsOf, ip),
    countLogin: (tried) => secondsToWait(loginsOf, hashed(tried)),
    async forgetLogins(tried) {
      await loginsOf.delete(hashed(tried))
    },
  }
}

/** No e-mail is kept of whom nobody knows, and none is too long. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

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
