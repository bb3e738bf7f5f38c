import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { Fault } from './fault.ts'
import { openLossyProxy } from './lossy-proxy.ts'
import { seeded } from './seeded.ts'
import { Answers } from './stubborn.ts'

/** The share of commits whose answer is lost. */
const SHARE = 0.05

/**
 * Cuts connections between the server and PostgreSQL when a commit is done and its answer is on the way. The client is told
 * that nobody knows, and by the same idempotency key it gets what was done, once.
 */
export const loseCommits: Fault = async ({ databaseUrl, clients, checkouts, seed, say }) => {
  const random = seeded(seed)
  await using proxy = await openLossyProxy(databaseUrl)
  await using server = await startServer(proxy.url)
  const shop = await setUpShop(server)
  const answers = new Answers()
  proxy.isToBeLost = () => random() < SHARE
  const isWanted = (begun: number) => begun < checkouts
  const orders = await checkOutStubbornly({ url: server.url, shop, clients, isWanted, answers })
  proxy.isToBeLost = () => false
  say(`  ${proxy.lost} commits of which the answer was lost`)
  const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl }))]
  if (proxy.lost === 0) violations.push('no answer was lost')
  return { what: `${proxy.lost} commits whose answer was lost`, orders: orders.size, answers, violations }
}
