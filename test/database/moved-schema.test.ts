import { expect, test } from 'vitest'
import { followSchema } from '#database/hosts/database-client.ts'
import { batch, statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Unavailable } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { executeSql } from '#test/support/postgres.ts'

/* Two names of one server are the nodes. The tables have the names and columns of the metadata of Citus. */

const METADATA = `
  create table pg_dist_schema (schemaid oid, colocationid int);
  create table pg_dist_partition (logicalrelid regclass, colocationid int);
  create table pg_dist_shard (logicalrelid regclass, shardid bigint);
  create table pg_dist_placement (shardid bigint, groupid int);
  create table pg_dist_node (groupid int, nodename text, nodeport int, noderole text);
  create table pg_dist_local_group (groupid int);
  insert into pg_dist_schema values ('public'::regnamespace, 1);
  insert into pg_dist_partition values ('product', 1);
  insert into pg_dist_shard values ('product', 1);
  insert into pg_dist_placement values (1, 1);
  insert into pg_dist_local_group values (1)`

const readValue = statement<{ value: string }>(`select value from product_tag where id = $1`)
const insertTag = statement(`insert into product_tag (id, value, created_at, updated_at) values ($1, $1, now(), now())`)

test('a transaction that ends after a move of the schema changes nothing, and the next one goes to the other node', async () => {
  await using clone = await openClone()
  const { orm, url } = clone
  const { port } = new URL(url)
  await executeSql(
    url,
    `${METADATA}; insert into pg_dist_node values (1, '127.0.0.1', ${port}, 'primary'), (2, 'localhost', ${port}, 'primary')`,
  )
  followSchema(url, 'public')
  const insert = (id: string, during?: () => Promise<unknown>) =>
    inTransaction(orm.em.fork(), async (em) => {
      await batch(em, insertTag.with(id))
      await during?.()
    })
  await insert('before')
  const move = insert('moved', () => executeSql(url, 'update pg_dist_placement set groupid = 2'))
  const error = await move.catch((caught: unknown) => caught)
  expect(toDomainError(error)).toBeInstanceOf(Unavailable)
  await executeSql(url, 'update pg_dist_local_group set groupid = 2')
  await insert('after')
  const em = orm.em.fork()
  expect(await Promise.all(['before', 'moved', 'after'].map(async (id) => (await readValue(em, id)).length))).toEqual([
    1, 0, 1,
  ])
})
