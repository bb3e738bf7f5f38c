import type { CartReply } from '../../../bench/checkout.ts'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { type FailoverPair, openFailoverPair, type PairFailover } from './failover-pair.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'
import { type ClusterFailover, openPatroniCluster } from './patroni/cluster.ts'
import type { ClusterPrograms } from './patroni/programs.ts'
import { createRetryingSend } from './retrying-client.ts'

/** Milliseconds from the promotion of a standby to the first write, at most. */
const REFUSED_AT_MOST = 10_000

export interface Failover<How> {
  /** Repeated in turns. */
  hows: readonly How[]
  describe: string
  openPair: () => Promise<FailoverPair<How>>
}

export const killPrimary: Failover<PairFailover> = {
  hows: ['kill'],
  describe: 'failover, the primary is killed',
  openPair: openFailoverPair,
}

export const freezePrimary: Failover<PairFailover> = {
  hows: ['freeze'],
  describe: 'failover, the primary does not answer',
  openPair: openFailoverPair,
}

/** Kills the leader and switches over, in turns. */
export const failOverByPatroni = (programs: ClusterPrograms): Failover<ClusterFailover> => ({
  hows: ['kill', 'switchover'],
  describe: 'failover or switchover by Patroni',
  openPair: () => openPatroniCluster(programs),
})

/**
 * Ends the primary under load, so that its synchronous standby takes over. Each order that was answered exists once, and the
 * shop and its jobs continue without a restart.
 */
export async function failOver<How extends string>(
  { hows, describe, openPair }: Failover<How>,
  options: FaultOptions,
): Promise<FaultOutcome & { refused: number[] }> {
  await using pair = await openPair()
  await using server = await startServer(pair.url)
  const { url } = server
  const shop = await setUpShop(server)
  const refused: number[] = []
  const carts: string[] = []
  const outcome = await injectFaultsUnderLoad({
    ...options,
    url,
    databaseUrl: pair.url,
    shop,
    carts,
    describe: (times) => `${times} × ${describe}`,
    async injectFault({ before, answers }) {
      const how = hows[before % hows.length]!
      const ended = performance.now()
      await pair.failOver(how)
      options.print(`    ${how}: another host accepts writes after ${(performance.now() - ended).toFixed(0)} ms`)
      const began = performance.now()
      const send = createRetryingSend(url, answers, { sendsKeys: true })
      const { cart } = await send<CartReply>('create cart', 'POST', '/store/carts', { region_id: shop.region.id })
      refused.push(performance.now() - began)
      carts.push(cart.id)
      await pair.replaceStandby()
    },
  })
  const slow = refused.filter((milliseconds) => milliseconds > REFUSED_AT_MOST)
  outcome.violations.push(...slow.map((time) => `writes were refused for ${time.toFixed(0)} ms after a promotion`))
  options.print(`  refused after the promotions: ${refused.map((time) => `${time.toFixed(0)} ms`).join(', ')}`)
  return { ...outcome, refused }
}
