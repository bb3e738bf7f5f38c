import { z } from 'zod'
import { integerInRange } from '#server/base/integer-in-range.ts'

export const HostingVariables = z.object({
  OPERATOR_HOST: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name without a protocol and a port')
    .optional(),
  OPERATOR_UPLOAD_MAX_BYTES: integerInRange(1, 9_999_999_999_999, 'must be a number of bytes').default(10_000_000_000),
  SHOP: z.string().optional(),
  SHOPS: z.enum(['one', 'many'], 'must be one or many').default('one'),
  SHOP_CONNECTIONS: integerInRange(2, 100_000).default(60),
  OPEN_SHOPS: integerInRange(1, 100_000).default(100),
  SHOP_IDLE_SECONDS: integerInRange(1, 1_000_000).default(600),
})

export interface HostingSettings {
  /** The host name of the operator's console. Undefined without one. */
  operatorHost?: string | undefined
  /** Maximum size of the file of a shop that operators upload, in bytes. */
  maxUpload: number
  /** Maximum number of connections of one process to the databases of all shops of a PostgreSQL server. */
  connections: number
  /** Maximum number of shops in the memory of one process that no request uses. */
  openShops: number
  /** Time without a request until a process forgets a shop, in milliseconds. */
  idleTime: number
}

export const hostingSettings = (variables: z.output<typeof HostingVariables>): HostingSettings => ({
  operatorHost: variables.OPERATOR_HOST,
  maxUpload: variables.OPERATOR_UPLOAD_MAX_BYTES,
  connections: variables.SHOP_CONNECTIONS,
  openShops: variables.OPEN_SHOPS,
  idleTime: variables.SHOP_IDLE_SECONDS * 1000,
})
