import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { StartError } from '#server/base/start-error.ts'

/** Several shops can use one database, each with a separate schema. */
export interface ShopSchema {
  /** The schema of the tables. */
  name: string
  /** The schema of Graphile Worker. */
  jobs: string
  /** The channel that announces changes of batch jobs. */
  batchJobChannel: string
  /** The key of the advisory lock of starts. All versions of the program must use the same number. */
  startLock: number
  /** The first key of the advisory locks of workers. All versions of the program must use the same number. */
  leases: number
}

export const PUBLIC_SCHEMA: ShopSchema = {
  name: 'public',
  jobs: 'graphile_worker',
  batchJobChannel: 'batch_job',
  startLock: 271_828,
  leases: 271_829,
}

export function shopSchema(name: string): ShopSchema {
  if (name === PUBLIC_SCHEMA.name) return PUBLIC_SCHEMA
  const digest = createHash('sha256').update(name).digest()
  return {
    name,
    jobs: `graphile_worker_${name}`,
    batchJobChannel: `batch_job_${name}`,
    startLock: digest.readUIntBE(0, 6),
    leases: digest.readInt32BE(6),
  }
}

export const schemaOf = (orm: MikroORM): ShopSchema => schemas.get(orm) ?? PUBLIC_SCHEMA

export function setSchema(orm: MikroORM, schema: ShopSchema): void {
  schemas.set(orm, schema)
}

const schemas = new WeakMap<MikroORM, ShopSchema>()

/** The name of the schema of Graphile Worker has at most 63 characters. */
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,46}$/

export interface SessionSchema {
  /** The first existing schema of the search path. */
  schema: string | null
  search_path: string
}

/**
 * Returns the schema of the shop.
 * @throws StartError if the first schema of the search path does not exist: the shop would use the tables of another one.
 */
export function schemaOfSession({ schema, search_path }: SessionSchema, variable: string): ShopSchema {
  const [first = ''] = search_path.split(',')
  const wanted = first.trim().replace(/^"(.*)"$/, '$1')
  if (wanted !== schema && wanted !== '$user')
    throw new StartError(
      `The schema ${wanted || 'of the shop'} does not exist, or the role may not use it. Create it, or correct search_path in ${variable}.`,
    )
  if (!schema || !SCHEMA_NAME.test(schema))
    throw new StartError(
      `The schema "${schema ?? ''}" of ${variable} cannot be the schema of a shop. Use at most 47 lower-case letters, digits and _.`,
    )
  return shopSchema(schema)
}
