import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import type { PoolClient } from 'pg'
import { type ConnectionOptions, PipelineConnection } from './connection.ts'
import { DatabasePool, type PoolSettings } from './hosts/database-client.ts'

export type DialectOptions = ConnectionOptions & { pool: PoolSettings }

export class PipelineDialect extends PostgresDialect {
  readonly pool: DatabasePool
  readonly options: DialectOptions

  constructor(options: DialectOptions) {
    const pool = new DatabasePool(options.pool)
    super({ pool })
    this.pool = pool
    this.options = options
  }

  override createDriver(): Driver {
    return new PipelineDriver(this)
  }
}

class PipelineDriver extends PostgresDriver {
  readonly #dialect: PipelineDialect
  readonly #connections = new WeakMap<PoolClient, PipelineConnection>()

  constructor(dialect: PipelineDialect) {
    super(dialect)
    this.#dialect = dialect
  }

  override async acquireConnection(): Promise<PipelineConnection> {
    const { pool, options } = this.#dialect
    const client = await pool.connect()
    const connection = this.#connections.get(client) ?? new PipelineConnection(client, options.pool, options)
    this.#connections.set(client, connection)
    return connection
  }

  override async beginTransaction(connection: PipelineConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean)
    connection.begin(['begin', ...modes].join(' '))
  }

  override commitTransaction(connection: PipelineConnection): Promise<void> {
    return connection.commit()
  }

  override rollbackTransaction(connection: PipelineConnection): Promise<void> {
    return connection.rollback()
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { pool, options } = this.#dialect
    if (connection instanceof PipelineConnection)
      connection.client.release(options.pool.budget?.mustClose(pool) ?? false)
  }
}
