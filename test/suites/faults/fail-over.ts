import type { CartReply } from '../../../bench/checkout.ts'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { openFailoverPair } from './failover-pair.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'
import { createRetryingSend } from './retrying-client.ts'

/** Milliseconds from the promotion of a standby to the first write, at most. */
const REFUSED_AT_MOST = 10_000

/**
 * Ends the primary under load and promotes its synchronous standby. Each order that was answered exists once, and the
 * shop and its jobs continue without a restart.
 */
export async function failOver({
  how,
  ...options
}: FaultOptions & { how: 'kill' | 'freeze' }): Promise<FaultOutcome & { refused: number[] }> {
  await using pair = await openFailoverPair()
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
    describe: (times) => `${times} × failover, the primary ${how === 'kill' ? 'is killed' : 'does not answer'}`,
    async injectFault({ answers }) {
      await pair.failOver(how)
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
