import { InvalidData } from '#entities/errors.ts'
import type { ShopRecord } from '#server/hosting/directory.ts'
import { type ShopWait, withShopLock } from '#server/hosting/shop-lock.ts'
import { hasManyShops, processEnvironment } from '#server/settings/config.ts'
import type { Shop } from './define-shop.ts'
import { openCommandProgram } from './open-program.ts'

/**
 * Runs work that replaces the database of a shop. In a directory the shop must be paused and without the copy of a move, and nothing else
 * changes it during the work. The work gets a function that checks it again, and lets nothing resume the shop during a switch. Without a
 * directory, the caller stops the servers.
 * @throws InvalidData
 */
export async function withPausedShop(
  shop: Shop,
  { named, wait }: { named: string | undefined; wait: ShopWait },
  work: (whilePaused: WhilePaused) => Promise<void>,
): Promise<void> {
  const id = named ?? processEnvironment().SHOP
  if (!hasManyShops() || id === undefined) return work((run) => run())
  await using resources = new AsyncDisposableStack()
  const { directory } = await openCommandProgram(shop, resources)
  const assertPaused = ({ status, hasCopy }: ShopRecord) => {
    if (status !== 'paused')
      throw new InvalidData(`The shop ${id} is ${status}. Pause it first: shop shops pause ${id}`)
    if (hasCopy)
      throw new InvalidData(
        `The shop ${id} has a copy of a move. Delete it first: shop shops move ${id} --cancel or --finish`,
      )
  }
  assertPaused(await directory.get(id))
  await withShopLock(directory, { id, change: 'recover', wait }, async () => {
    assertPaused(await directory.get(id))
    await work((run) =>
      directory.whileLocked(id, async (record) => {
        assertPaused(record)
        await run()
      }),
    )
  })
}

/** Runs a switch while the shop is paused, and cannot be resumed. @throws InvalidData if it is not paused. */
export type WhilePaused = (run: () => Promise<void>) => Promise<void>
