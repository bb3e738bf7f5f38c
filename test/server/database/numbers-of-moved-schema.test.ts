import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { addressWith, findNode, NODES_SQL, type NodeAddress } from '#database/hosts/find-node.ts'
import { batch, statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { Unavailable } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { cloneDatabase } from '#server/testing/database.ts'
import { openTestDatabase } from '#server/testing/open-test-database.ts'
import { citusPrograms, startCitusCluster } from '#test/support/citus-cluster.ts'
import { executeSql } from '#test/support/postgres.ts'

const programs = await citusPrograms()

const TABLES = { draft_order: 'display_id', event: 'id', deleted_row_part: 'id' }

const insertDraft = statement(
  `insert into draft_order (id, created_at, updated_at, status) values (gen_random_uuid(), now(), now(), 'open')`,
)
const insertEvent = statement(
  `insert into event (created_at, name, payload, is_private) values (now(), 'order.placed', '{}', false)`,
)
const insertDeletion = statement(
  `insert into deleted_row (id, resource, title) values ('deletion', 'product', 'Cup') on conflict do nothing`,
)
const insertDeletedRow = statement(
  `insert into deleted_row_part (deleted_row_id, table_name, content) values ('deletion', 'product', '{}')`,
)

/** Numbers a row of each table. Like a client, it tries again while the service is unavailable. Returns the number of attempts. */
async function numberRows(orm: MikroORM): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(orm.em.fork(), (em) =>
        batch(em, insertDraft.with(), insertEvent.with(), insertDeletion.with(), insertDeletedRow.with()),
      )
      return attempt
    } catch (error) {
      if (!(toDomainError(error) instanceof Unavailable)) throw error
    }
  }
}

test.skipIf(!programs)(
  'the numbers of rows go on while a schema moves to another node and back',
  async () => {
    await using ending = new AsyncDisposableStack()
    const cluster = ending.use(await startCitusCluster(programs!))
    const { name, url } = ending.use(await cloneDatabase(cluster))
    const nodes = await executeSql<NodeAddress>(cluster.url, NODES_SQL)
    const orms: MikroORM[] = []
    // The idle server notices no move while it has no connection. On a busy machine, the locks of a move last longer than the usual timeout.
    for (const server of ['busy', 'idle']) {
      const timeouts = { wait: 120_000, statement: 120_000 }
      const orm = await openTestDatabase(`${url}&application_name=${server}`, { timeouts })
      ending.defer(() => orm.close())
      orms.push(orm)
    }
    const [busy, idle] = orms as [MikroORM, MikroORM]
    const move = ({ host, port }: NodeAddress) =>
      executeSql(cluster.url, `select citus_schema_move('${name}', '${host}', ${port})`)
    // Citus refuses a move back until it has deleted the old tables there.
    const moveTo = async (node: NodeAddress) => {
      const moved = () => move(node).then(() => 'moved', String)
      await expect.poll(moved, { timeout: 300_000, interval: 1000 }).toBe('moved')
    }

    const first = await findNode(url, name, {})
    const other = nodes.find((node) => addressWith(url, node) !== first)!
    const home = nodes.find((node) => addressWith(url, node) === first)!
    let attempts = (await numberRows(busy)) + (await numberRows(idle))
    let rows = 2
    const add = async (orm: MikroORM) => {
      const needed = await numberRows(orm)
      attempts += needed
      rows += 1
    }
    for (const node of [other, home]) {
      let isMoving = true
      const writers = Array.from({ length: 2 }, async () => {
        while (isMoving) await add(busy)
      })
      await moveTo(node).finally(() => {
        isMoving = false
      })
      await Promise.all(writers)
      await add(busy)
    }
    await add(idle)

    for (const [table, column] of Object.entries(TABLES)) {
      const [stored] = await executeSql<{ given: number; largest: number }>(
        url,
        `select count(distinct ${column})::int as given, max(${column})::int as largest from ${table}`,
      )
      // A refused attempt can have succeeded, or have used a number.
      expect(stored!.given, table).toBeGreaterThanOrEqual(rows)
      expect(stored!.largest, table).toBeLessThanOrEqual(attempts)
    }
  },
  900_000,
)
