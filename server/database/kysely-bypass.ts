import type { Connection, PostgreSqlConnection } from '@mikro-orm/postgresql'
import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { bypassKysely, removeKyselyBypass } from '#database/statement.ts'

/*
 * The connections of `pg` below MikroORM and Kysely, through which a statement by hand, and the beginning and the end of a
 * transaction, take longer than they need (docs/decisions/0068-bypass-kysely-for-statements.md).
 */

const bypassPools = new WeakMap<Connection, Pool>()

/** Has the statements by hand that are run by a connection of the ORM, and transactions on it, go directly to its pool. */
export async function enableKyselyBypass(connection: PostgreSqlConnection): Promise<void> {
  const pool = (await connection.getNativeClient()) as Pool
  bypassPools.set(connection, pool)
  bypassKysely(connection.getClient(), {
    async query(sql, values) {
      const client = await pool.connect()
      try {
        return await client.query(sql, values)
      } finally {
        client.release()
      }
    },
  })
}

/** A transaction as the ORM knows it, and the connection that it is on. */
export interface BypassTransaction {
  transaction: ControlledTransaction<unknown>
  client: PoolClient
}

/**
 * Begins a transaction; undefined where nothing goes directly. It is committed on its connection, which is then given back,
 * and rolled back by the ORM.
 */
export async function beginBypassTransaction(connection: Connection): Promise<BypassTransaction | undefined> {
  const pool = bypassPools.get(connection)
  if (!pool) return undefined
  const client = await pool.connect()
  return { client, transaction: await transactionOn(client, pool) }
}

type OrmTransaction = BypassTransaction['transaction']

/**
 * What the ORM takes for the transaction is made once for each connection, and not told of commits. What is still to be run
 * in a transaction after its commit, which nobody has waited for, is therefore not refused.
 */
const ormTransactions = new WeakMap<PoolClient, OrmTransaction>()

async function transactionOn(client: PoolClient, { options }: Pool): Promise<OrmTransaction> {
  const known = ormTransactions.get(client)
  if (known) {
    await client.query('begin')
    return known
  }
  const pool = { connect: async () => client, end: async () => {}, options }
  const transaction = await new Kysely({ dialect: new PostgresDialect({ pool }) }).startTransaction().execute()
  bypassKysely(transaction, client)
  ormTransactions.set(client, transaction)
  return transaction
}

/**
 * Leaves a transaction to the ORM alone. What failed may have left statements on their way: the ORM waits for them, and
 * refuses those that come once it has rolled back.
 */
export function detachFromBypass({ transaction, client }: BypassTransaction): void {
  ormTransactions.delete(client)
  removeKyselyBypass(transaction)
}
