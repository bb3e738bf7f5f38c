import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { DatabasePool } from '#database/hosts/database-client.ts'
import { addressWith, NODES_SQL, type NodeAddress } from '#database/hosts/find-node.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import { createJobCollection } from '#server/jobs/collect-jobs.ts'
import { migrateJobs } from '#server/jobs/schema.ts'
import { cloneDatabase } from '#server/testing/database.ts'
import { openTestDatabase } from '#server/testing/open-test-database.ts'
import { citusPrograms, startCitusCluster } from '#test/support/citus-cluster.ts'
import { executeSql } from '#test/support/postgres.ts'

const programs = await citusPrograms()

test.skipIf(!programs)(
  'the waiting jobs of a shop in a Citus cluster follow its schema to another node',
  async () => {
    await using ending = new AsyncDisposableStack()
    const cluster = ending.use(await startCitusCluster(programs!))
    const { name, url } = ending.use(await cloneDatabase(cluster))
    const orm = await openTestDatabase(url)
    ending.defer(() => orm.close())
    // Like a start of the shop, which gives each node a range of ids.
    await migrateJobs(orm)
    const pool = ending.adopt(new DatabasePool({ connectionString: url }), (it) => it.end())
    const { jobs } = schemaOf(orm)
    const nodes = await executeSql<NodeAddress>(cluster.url, NODES_SQL)
    const keysAtNodes = () =>
      Promise.all(
        nodes.map(async (node) => {
          const rows = await executeSql(addressWith(cluster.url, node), `select key from ${jobs}.jobs order by key`)
          return rows.map(({ key }) => key)
        }),
      )
    const add = (key: string) => enqueue(orm.em.fork(), 'send_webhook', { payload: { delivery_id: key }, key })
    const logger = pino({ level: 'silent' })
    const warn = vi.spyOn(logger, 'warn')
    const collect = createJobCollection({ orm, logger }, url)

    await add('before the move')
    const before = await keysAtNodes()
    expect(before.toSorted()).toEqual([[], ['before the move']])
    // After some calls without a job, the collection waits for the next move.
    for (let call = 0; call < 4; call++) await collect(pool)
    expect(await keysAtNodes()).toEqual(before)

    const target = before.findIndex((keys) => keys.length === 0)
    const { host, port } = nodes[target]!
    await executeSql(cluster.url, `select citus_schema_move('${name}', '${host}', ${port})`)
    expect(await keysAtNodes()).toEqual(before)
    const atTarget = (keys: string[]) => nodes.map((_node, at) => (at === target ? keys : []))
    await expect
      .poll(
        async () => {
          await collect(pool)
          return keysAtNodes()
        },
        { timeout: 120_000, interval: 500 },
      )
      .toEqual(atTarget(['before the move']))

    // The connections of the shop notice the move by themselves.
    const portOfShop = async () =>
      (await orm.em.fork().execute<{ port: number }[]>('select inet_server_port() as port'))[0]?.port
    await expect.poll(portOfShop, { interval: 200 }).toBe(port)
    await add('after the move')
    expect(await keysAtNodes()).toEqual(atTarget(['after the move', 'before the move']))
    // A connection that has not noticed the move takes no jobs and logs it.
    expect(warn.mock.calls.every(([, message]) => message === 'The jobs of other nodes could not be collected')).toBe(
      true,
    )
  },
  600_000,
)
