import { Migrator } from '@mikro-orm/migrations'
import {
  createPostgreSqlTypeParsers,
  defineConfig,
  EntityCaseNamingStrategy,
  type EntityClass,
  MikroORM,
  type Options,
} from '@mikro-orm/postgresql'
import { type ClientBase, TypeOverrides } from 'pg'
import { parse as parseArray } from 'postgres-array'
import type { ConnectionOptions } from '#database/connection.ts'
import { PipelineDialect } from '#database/dialect.ts'
import { RowEntityManager } from '#database/entity-manager.ts'
import type { ConnectionBudget } from '#database/hosts/connection-budget.ts'
import { parseAddress } from '#database/hosts/database-address.ts'
import { ValueAssertions } from '#database/value-assertions.ts'
import { entities as coreEntities } from '#entities/index.ts'
import { setClock } from '#entities/values/clock.ts'
import { recordStatements } from '#routers/pipeline/answer-cache/track-page.ts'
import { currentDeadline } from '#server/base/deadline.ts'
import { type DatabaseTimeouts, defaultIdleTimeout, defaultPoolSize, defaultTimeouts } from '../settings/database.ts'
import { measureStatements } from './measure-statements.ts'
import { MIGRATIONS_FOLDER } from './migration-names.ts'
import { PUBLIC_SCHEMA, type ShopSchema } from './shop-schema.ts'

export interface DatabaseOptions {
  url: string
  /** Default: `public`. */
  schema?: ShopSchema
  /** The search path of the sessions. Default: that of the database address. */
  searchPath?: string | undefined
  poolSize?: number | undefined
  /** Whether connections keep prepared statements, which most poolers do not support. */
  prepares?: boolean
  timeouts?: DatabaseTimeouts | undefined
  measure?: ConnectionOptions['measure']
  /** Limits the open connections of several pools. */
  budget?: ConnectionBudget
  /** Whether the address is that of a Citus cluster. */
  isInCluster?: boolean
  debug?: boolean
  /** Default: the entities of the core. */
  entities?: readonly EntityClass<object>[]
}

export function ormOptions({
  url,
  schema = PUBLIC_SCHEMA,
  debug = false,
  entities = coreEntities,
  ...connection
}: DatabaseOptions): Options {
  return defineConfig({
    entities: [...entities],
    // MikroORM reads the name of the database here. The dialect has the address with all hosts.
    clientUrl: parseAddress(url).urls[0],
    namingStrategy: EntityCaseNamingStrategy,
    forceUtcTimezone: true,
    autoJoinRefsForFilters: false,
    // PostgreSQL reports a missing value, and `database-errors.ts` translates that error.
    validateRequired: false,
    driverOptions: createDialect(url, schema, connection),
    extensions: [Migrator],
    subscribers: [new ValueAssertions()],
    entityManager: RowEntityManager,
    migrations: {
      tableName: `${schema.name}.schema_migration`,
      path: MIGRATIONS_FOLDER,
      glob: '*.{js,ts}',
      snapshot: false,
      transactional: true,
    },
    discovery: { warnWhenNoEntities: true, checkDuplicateFieldNames: false },
    debug: debug ? ['query'] : false,
  })
}

/** With `like`, an open ORM of the same entities, both have one copy of the metadata: 2 MB and 0.2 seconds less. */
export async function openOrm(options: Options, like: MikroORM | undefined): Promise<MikroORM> {
  if (!like) return MikroORM.init(options)
  const orm = new MikroORM({ ...options, discovery: { ...options.discovery, skipSyncDiscovery: true } })
  orm.driver.setMetadata(like.getMetadata())
  const em = Object.assign(orm.driver.createEntityManager(), { global: true })
  return Object.assign(orm, { em, getMetadata: like.getMetadata.bind(like) })
}

export function dialectOf(orm: MikroORM): PipelineDialect {
  const dialect: unknown = orm.config.get('driverOptions')
  if (dialect instanceof PipelineDialect) return dialect
  throw new TypeError('The ORM was not opened with ormOptions()')
}

function createDialect(
  url: string,
  { jobs }: ShopSchema,
  {
    searchPath,
    poolSize = defaultPoolSize,
    prepares = true,
    timeouts = defaultTimeouts,
    measure = measureStatements,
    budget,
    isInCluster = false,
  }: Omit<DatabaseOptions, 'url' | 'schema' | 'debug' | 'entities'>,
): PipelineDialect {
  const settings = Object.entries({
    lock_timeout: `${timeouts.wait}`,
    statement_timeout: `${timeouts.statement}`,
    // Releases the locks of a server whose machine failed, or of a job whose code never settles.
    idle_in_transaction_session_timeout: `${timeouts.idle ?? defaultIdleTimeout}`,
  })
  const transactionSettings = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`)
  const sessionSettings = [
    PLANNER_DEFAULTS,
    ...settings.map(([name, value]) => `set ${name} = '${value}'`),
    ...(searchPath === undefined ? [] : [`set search_path = ${searchPath}`]),
  ]
  return new PipelineDialect({
    pool: {
      connectionString: url,
      min: 0,
      max: poolSize,
      connectionTimeoutMillis: timeouts.wait,
      idleTimeoutMillis: IDLE_TIMEOUT,
      // Firewalls forget a connection without traffic.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      types: typeParsers(),
      ...(budget ? { budget } : {}),
      onConnect: (client) => readClock(client, prepares ? sessionSettings : []),
    },
    preparesStatements: prepares,
    transactionSettings: prepares ? [] : [`select ${transactionSettings.join(', ')}`],
    jobSchema: jobs,
    isInCluster,
    currentSignal: () => currentDeadline()?.signal,
    measure: (texts, send) => {
      recordStatements(texts)
      return measure(texts, send)
    },
  })
}

/** See docs/decisions/0053-set-plans-and-lifetimes-of-connections.md. */
const IDLE_TIMEOUT = 5 * 60_000

/**
 * Generic plans, costs of a database in memory, and no compilation. Respects values of the configuration, the database or the role.
 * See docs/decisions/0053-set-plans-and-lifetimes-of-connections.md.
 */
const PLANNER_DEFAULTS = `
  select set_config(name, value, false)
  from (values ('plan_cache_mode', 'force_generic_plan'), ('random_page_cost', '1.1'), ('jit', 'off')) wanted (name, value)
  join pg_settings using (name) where source = 'default'`

async function readClock(client: ClientBase, settings: readonly string[]): Promise<void> {
  const select = 'select extract(epoch from clock_timestamp()) * 1000 as now'
  const results = await client.query<{ now: string }>([...settings, select].join('; '))
  setClock(Number([results].flat().at(-1)?.rows[0]?.now))
}

function typeParsers(): TypeOverrides {
  const types = new TypeOverrides()
  const parsers = createPostgreSqlTypeParsers((text) => parseArray(text))
  for (const [type, parser] of Object.entries(parsers)) types.setTypeParser(Number(type), parser)
  return types
}
