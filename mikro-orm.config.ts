import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, EntityCaseNamingStrategy, type Options } from '@mikro-orm/postgresql'
import { entities } from '#entities/index.ts'
import { NamelessClient, PreparingClient } from '#server/database/preparing-client.ts'

export interface DatabaseOptions {
  url: string
  /** Connections that one process keeps open at most. */
  poolSize?: number | undefined
  /** Whether connections prepare statements by name, which poolers of connections may not bear. */
  prepares?: boolean
  debug?: boolean
}

/** The ORM as every part of the shop uses it: the server, its command-line tool and the tests. */
export function ormOptions({ url, poolSize = 10, prepares = true, debug = false }: DatabaseOptions): Options {
  return defineConfig({
    entities,
    clientUrl: url,
    namingStrategy: EntityCaseNamingStrategy,
    forceUtcTimezone: true,
    autoJoinRefsForFilters: false,
    // PostgreSQL refuses a null where none may be, and that refusal is translated.
    validateRequired: false,
    pool: { min: 0, max: poolSize },
    driverOptions: { onPoolCreated: connectWith(prepares ? PreparingClient : NamelessClient) },
    extensions: [Migrator],
    migrations: {
      tableName: 'schema_migration',
      path: `${import.meta.dirname}/server/database/migrations`,
      glob: '*.ts',
      snapshot: false,
      transactional: true,
    },
    discovery: { warnWhenNoEntities: true, checkDuplicateFieldNames: false },
    debug: debug ? ['query'] : false,
  })
}

const connectWith = (Client: typeof PreparingClient) => (pool: object) => {
  Object.assign(pool, { Client })
}

export default ormOptions({ url: process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/cartwright' })
