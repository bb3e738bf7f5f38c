import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { Fault } from './fault.ts'
import { openLossyProxy } from './lossy-proxy.ts'
import { ResponseLog } from './retrying-client.ts'
import { createSeededRandom } from './seeded-random.ts'

const SHARE = 0.05

/**
 * Cuts connections between the server and PostgreSQL after a commit and before its response. The server reports an
 * unknown outcome, and a retry with the same idempotency key returns the result.
 */
export const loseCommits: Fault = async ({ databaseUrl, clients, checkouts, seed, print }) => {
  const random = createSeededRandom(seed)
  await using proxy = await openLossyProxy(databaseUrl)
  await using server = await startServer(proxy.url)
  const shop = await setUpShop(server)
  const answers = new ResponseLog()
  proxy.shouldLoseResponse = () => random() < SHARE
  const isWanted = (begun: number) => begun < checkouts
  const orders = await checkOutWithRetries({ url: server.url, shop, clients, isWanted, answers })
  proxy.shouldLoseResponse = () => false
  print(`  ${proxy.lost} commits whose response was lost`)
  const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl }))]
  if (proxy.lost === 0) violations.push('no response was lost')
  return { what: `${proxy.lost} commits whose response was lost`, orders: orders.size, answers, violations }
}
