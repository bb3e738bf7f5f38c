import { addressWith, findNode, NODES_SQL, type NodeAddress } from '#database/hosts/find-node.ts'
import { shopSchema } from '#server/database/shop-schema.ts'
import { cloneDatabase } from '#server/testing/database.ts'
import { startCitusCluster } from '#test/support/citus-cluster.ts'
import { executeSql } from '#test/support/postgres.ts'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsDuring } from './inject-faults.ts'
import { openFolder } from './open-folder.ts'
import { ResponseLog } from './retrying-client.ts'

/** A Citus cluster moves the schema of a shop between its two nodes, while clients check out. */
export async function moveSchemaUnderLoad(programs: string, options: FaultOptions): Promise<FaultOutcome> {
  await using cluster = await startCitusCluster(programs, openFolder)
  await using database = await cloneDatabase(cluster)
  await using server = await startServer(database.url)
  const { name } = database
  const shop = await setUpShop(server)
  const nodes = await executeSql<NodeAddress>(cluster.url, NODES_SQL)
  const currentNode = () => findNode(database.url, name, {})
  const answers = new ResponseLog()
  const { clients, checkouts } = options
  const [orders, count] = await injectFaultsDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url: server.url, shop, clients, isWanted, answers })
    },
    {
      ...options,
      answers,
      async injectFault() {
        const current = await currentNode()
        const { host, port } = nodes.find((node) => addressWith(database.url, node) !== current)!
        const began = performance.now()
        await executeSql(cluster.url, `select citus_schema_move('${name}', '${host}', ${port})`)
        options.print(`    at ${host}:${port} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
      },
    },
  )
  const audited = { orders, databaseUrl: await currentNode(), jobs: shopSchema(name).jobs }
  return {
    what: `${count} × Citus moves the schema to another node`,
    ...{ orders: orders.size, answers },
    violations: [...answers.wrong, ...(await auditAfterwards(audited))],
  }
}
