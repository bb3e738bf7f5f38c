import type { Connection, PostgreSqlConnection, Transaction } from '@mikro-orm/postgresql'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { shortcut } from '#entities/statement.ts'

/*
 * The connections of `pg` below MikroORM and Kysely: hand-written statements go to them, which takes a fraction of what
 * they would take through both.
 */

const pools = new WeakMap<Connection, Pool>()

/** Has the statements of a connection of the ORM, and the transactions on it, go directly to its pool. */
export async function goDirectly(connection: Connection): Promise<void> {
  const pool = (await (connection as PostgreSqlConnection).getNativeClient()) as Pool
  pools.set(connection, pool)
  shortcut((connection as PostgreSqlConnection).getClient(), {
    async query(text, values) {
      const client = await pool.connect()
      try {
        return await client.query(text, values as unknown[])
      } finally {
        client.release()
      }
    },
  })
}

/** Undefined where nothing goes directly. */
export const poolOf = (connection: Connection): Pool | undefined => pools.get(connection)

const transactions = new WeakMap<PoolClient, Transaction>()

/** Begins a transaction on a connection. What stands for it in the ORM is made once; it is ended on the connection. */
export async function transactionOn(client: PoolClient): Promise<Transaction> {
  const known = transactions.get(client)
  if (known) {
    await client.query('begin')
    return known
  }
  const pool = { connect: async () => client, end: async () => {} }
  const transaction = await new Kysely({ dialect: new PostgresDialect({ pool } as never) }).startTransaction().execute()
  shortcut(transaction, client)
  transactions.set(client, transaction as never)
  return transaction as never
}
