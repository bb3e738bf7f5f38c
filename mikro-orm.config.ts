import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, EntityCaseNamingStrategy, type Options } from '@mikro-orm/postgresql'
import type { ClientBase } from 'pg'
import { setClock } from '#database/clock.ts'
import { entities } from '#entities/index.ts'
import { PoolerClient, PreparedStatementClient } from '#server/database/prepared-statement-client.ts'
import { type DatabaseTimeouts, defaultPoolSize, defaultTimeouts } from '#server/database/settings.ts'
import { ShopEntityManager } from '#server/database/shop-entity-manager.ts'

export interface DatabaseOptions {
  url: string
  /** Connections that one process keeps open at most. */
  poolSize?: number | undefined
  /** Whether connections prepare statements by name, which poolers of connections may not bear. */
  prepares?: boolean
  patience?: DatabaseTimeouts | undefined
  debug?: boolean
}

/** The ORM as every part of the shop uses it: the server, its command-line tool and the tests. */
export function ormOptions({
  url,
  poolSize = defaultPoolSize,
  prepares = true,
  patience = defaultTimeouts,
  debug = false,
}: DatabaseOptions): Options {
  return defineConfig({
    entities,
    clientUrl: url,
    namingStrategy: EntityCaseNamingStrategy,
    forceUtcTimezone: true,
    autoJoinRefsForFilters: false,
    // PostgreSQL refuses a null where none may be, and that refusal is translated.
    validateRequired: false,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      connectionTimeoutMillis: patience.wait,
      ...(prepares ? boundOnce(patience) : boundEachTime(patience)),
    },
    extensions: [Migrator],
    entityManager: ShopEntityManager,
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

/** The last one is for a server whose machine vanished in a transaction: what it held is free again. */
const bounds = ({ wait, statement }: DatabaseTimeouts) => ({
  lock_timeout: `${wait}`,
  statement_timeout: `${statement}`,
  idle_in_transaction_session_timeout: '5min',
})

/**
 * Each statement that is prepared has one plan, for any values. Else PostgreSQL would compare what this costs with what it
 * found for single values, long ago, when the tables were new, and plan some anew each time. What the ORM writes has its
 * values in its text.
 */
const PLANS = "set plan_cache_mode = 'force_generic_plan'"

/** Said to each connection, and not when it is asked for, which poolers such as PgBouncer would refuse. */
function boundOnce(patience: DatabaseTimeouts) {
  const texts = [PLANS, ...Object.entries(bounds(patience)).map(([name, value]) => `set ${name} = '${value}'`)]
  return {
    onPoolCreated: connectWith(PreparedStatementClient),
    onConnect: (client: ClientBase) => readClock(client, texts),
  }
}

/** Asks what time it is, after `texts` were said, in one packet. */
async function readClock(client: ClientBase, texts: readonly string[] = []): Promise<void> {
  const asked = 'select extract(epoch from clock_timestamp()) * 1000 as now'
  const told = [await client.query<{ now: string }>([...texts, asked].join('; '))].flat().at(-1)
  setClock(Number(told?.rows[0]?.now))
}

/** Said to each transaction, for behind a pooler the next one may meet another process of PostgreSQL. */
function boundEachTime(patience: DatabaseTimeouts) {
  const values = Object.entries(bounds(patience)).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  const texts = [`select ${values.join(', ')}`]
  class BoundClient extends PoolerClient {
    protected override settings(): readonly string[] {
      return texts
    }
  }
  return { onPoolCreated: connectWith(BoundClient), onConnect: (client: ClientBase) => readClock(client) }
}

const connectWith = (Client: typeof PreparedStatementClient) => (pool: object) => {
  Object.assign(pool, { Client })
}

/** For MikroORM's own command-line tool, as in `npm exec -- mikro-orm debug --config mikro-orm.config.ts`. */
export default ormOptions({ url: process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/cartwright' })
