import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CookieClient } from './cookie-client.ts'

/**
 * Creates carts at a shop while `run` runs. The shop may refuse requests as a move does. Returns the ids of the carts and the longest time of
 * refusals in milliseconds.
 */
export async function writeDuring(
  shopper: CookieClient,
  run: () => Promise<void>,
): Promise<{ created: string[]; longest: number }> {
  let isOver = false
  const created: string[] = []
  let refusedSince: number | undefined
  let longest = 0
  const { regions } = (await shopper.get('/store/regions')).body as { regions: { id: string }[] }
  const clients = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const { status, headers, body } = await shopper.post('/store/carts', { region_id: regions[0]!.id })
      if (status === 200) {
        created.push((body as { cart: { id: string } }).cart.id)
        refusedSince = undefined
        await pause(20)
        continue
      }
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      refusedSince ??= performance.now()
      longest = Math.max(longest, performance.now() - refusedSince)
      await pause(20)
    }
  })
  try {
    await run()
    await pause(300)
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  return { created, longest }
}
