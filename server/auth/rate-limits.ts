import { createHash } from 'node:crypto'
import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { normalizeEmail } from '#entities/values/email.ts'
import type { ClientNetwork } from '#routers/context/context.ts'
import type { LoginAttempt, RateLimits } from '#routers/context/services.ts'
import type { RateLimitSettings } from '../settings/rate-limits.ts'
import { networkOf } from './network-of.ts'
import { UsageLimit } from './usage-limit.ts'

/** Guests and saved addresses. Customers send the e-mail of a cart again to correct it. */
const CONTACTS_OF_CART = 3

/**
 * Counts in the table `rate_limit`, which all servers share. Counts the address first: a refused address stores no row for
 * each e-mail that it sends.
 */
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
  const mailsTo = limiter('mail-to', { points: settings.mailsToRecipient, duration: 3600 })
  const mailsFrom = limiter('mail-from', { points: settings.mailsOfAddress, duration: 3600 })
  const wrongCodes = new UsageLimit(limiter('wrong-code-from', { points: settings.wrongCodes, duration: 60 }))
  const carts = new UsageLimit(limiter('cart-from', { points: settings.cartsOfAddress, duration: 3600 }))
  const contacts = new UsageLimit(
    limiter('contact-from', { points: settings.cartsOfAddress * CONTACTS_OF_CART, duration: 3600 }),
  )
  const bytes = new UsageLimit(limiter('bytes-from', { points: settings.storedBytesOfAddress, duration: 3600 }))
  const newPasswordsFrom = limiter('new-password-from', { points: settings.newPasswordsOfAddress, duration: 600 })
  const stores = { carts, contacts, bytes }
  return {
    countOrderLookup: (ip) => secondsToWait(lookUpsOf, networkOf(ip)),
    async countLogin(tried) {
      const seconds = await secondsToWait(loginsFrom, networkOf(tried.ip))
      return seconds || secondsToWait(loginsOf, hashKey(loginKeyOf(tried)))
    },
    async resetLoginCount(tried) {
      await Promise.all([loginsOf.delete(hashKey(loginKeyOf(tried))), loginsFrom.reward(networkOf(tried.ip), 1)])
    },
    countNewPassword: (ip) => secondsToWait(newPasswordsFrom, networkOf(ip)),
    async countMail({ client, recipient }) {
      const seconds = isOfManyCustomers(client) ? 0 : await secondsToWait(mailsFrom, client.network)
      return seconds || secondsToWait(mailsTo, hashKey(normalizeEmail(recipient)))
    },
    waitOfCodes: ({ network }) => wrongCodes.secondsToWait(network),
    async countWrongCode({ network }) {
      const seconds = wrongCodes.secondsToWait(network)
      await wrongCodes.add(network, 1)
      return seconds
    },
    waitOfStorage: (client, stored) => (client.isOwnServer ? 0 : stores[stored].secondsToWait(client.network)),
    async countStored(client, stored) {
      if (client.isOwnServer) return
      const { network } = client
      const isForMany = isOfManyCustomers(client)
      if (!isForMany && stored.carts > 0) await carts.add(network, stored.carts)
      if (!isForMany && stored.contacts > 0) await contacts.add(network, stored.contacts)
      const count = stored.bytes + (isForMany ? 0 : stored.responseBytes)
      if (count > 0) await bytes.add(network, count)
    },
  }
}

/** A proxy without `TRUST_PROXY`, or a storefront on this machine, whose requests are those of many customers. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', networkOf('::1')])

const isOfManyCustomers = ({ network, isOwnServer }: ClientNetwork) => isOwnServer || THIS_MACHINE.has(network)

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
