import type { EntityManager } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { followSchema } from '#database/hosts/database-client.ts'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Duplicate, Unavailable } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { dialectOf } from '#server/database/orm-options.ts'
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
  insert into pg_dist_partition values ('product', 1), ('event', 1);
  insert into pg_dist_shard values ('product', 1);
  insert into pg_dist_placement values (1, 1);
  insert into pg_dist_local_group values (1)`

const readValue = statement<{ value: string }>(`select value from product_tag where id = $1`)
const insertTag = statement(`insert into product_tag (id, value, created_at, updated_at) values ($1, $1, now(), now())`)

const insertEvent = statement<{ id: number }>(
  `insert into event (created_at, name, payload, is_private) values (now(), 'order.placed', '{}', false) returning id::int`,
)

async function openMovableShop() {
  const clone = await openClone()
  const { orm, url } = clone
  const { port } = new URL(url)
  await executeSql(
    url,
    `${METADATA}; insert into pg_dist_node values (1, '127.0.0.1', ${port}, 'primary'), (2, 'localhost', ${port}, 'primary')`,
  )
  followSchema(url, 'public')
  const transact = <Answer>(work: (em: EntityManager) => Promise<Answer>) => inTransaction(orm.em.fork(), work)
  return {
    orm,
    url,
    transact,
    insertTag: (id: string, during?: () => Promise<unknown>) =>
      transact(async (em) => {
        await during?.()
        await insertTag(em, id)
      }),
    move: (group: number) => executeSql(url, `update pg_dist_placement set groupid = ${group}`),
    setNode: (group: number) => executeSql(url, `update pg_dist_local_group set groupid = ${group}`),
    errorOf: async (work: Promise<unknown>) => toDomainError(await work.catch((error: unknown) => error)),
    [Symbol.asyncDispose]: () => clone[Symbol.asyncDispose](),
  }
}

test('a transaction that ends after a move of the schema changes nothing, and the next one goes to the other node', async () => {
  await using shop = await openMovableShop()
  await shop.insertTag('before')
  expect(await shop.errorOf(shop.insertTag('moved', () => shop.move(2)))).toBeInstanceOf(Unavailable)
  await shop.setNode(2)
  await shop.insertTag('after')
  const em = shop.orm.em.fork()
  expect(await Promise.all(['before', 'moved', 'after'].map(async (id) => (await readValue(em, id)).length))).toEqual([
    1, 0, 1,
  ])
})

test('a number that exists is an error of the request only on the node of the schema', async () => {
  await using shop = await openMovableShop()
  await shop.insertTag('taken')
  expect(await shop.errorOf(shop.insertTag('taken'))).toBeInstanceOf(Duplicate)
  expect(await shop.errorOf(shop.insertTag('taken', () => shop.move(2)))).toBeInstanceOf(Unavailable)
})

test('a connection to a node that the schema has left is refused', async () => {
  await using shop = await openMovableShop()
  await shop.setNode(2)
  expect(await shop.errorOf(shop.insertTag('new'))).toBeInstanceOf(Unavailable)
})

test('the numbers of rows go on after a return to the node that no connection has noticed', async () => {
  await using shop = await openMovableShop()
  const insert = async () => (await shop.transact(insertEvent))[0]!.id
  const first = await insert()
  await dialectOf(shop.orm).pool.closeIdle()
  await shop.move(2)
  const given = first + 50
  await executeSql(
    shop.url,
    `insert into event (id, created_at, name, payload, is_private) overriding system value
     values (${given}, now(), 'order.placed', '{}', false)`,
  )
  await shop.move(1)
  expect(await insert()).toBe(given + 1)
})
