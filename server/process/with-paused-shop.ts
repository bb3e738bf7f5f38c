import { InvalidData } from '#entities/errors.ts'
import { type ShopWait, withShopLock } from '#server/hosting/shop-lock.ts'
import { hasManyShops, processEnvironment } from '#server/settings/config.ts'
import type { Shop } from './define-shop.ts'
import { openCommandProgram } from './open-program.ts'

/**
 * Runs work that replaces the database of a shop. In a directory the shop must be paused and without the copy of a move, and nothing else
 * changes it during the work, which gets a function that checks it again. Without a directory, the caller stops the servers.
 * @throws InvalidData
 */
export async function withPausedShop(
  shop: Shop,
  { named, wait }: { named: string | undefined; wait: ShopWait },
  work: (assertPaused: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const id = named ?? processEnvironment().SHOP
  if (!hasManyShops() || id === undefined) return work(async () => {})
  await using resources = new AsyncDisposableStack()
  const { directory } = await openCommandProgram(shop, resources)
  const assertPaused = async () => {
    const { status, hasCopy } = await directory.get(id)
    if (status !== 'paused')
      throw new InvalidData(`The shop ${id} is ${status}. Pause it first: shop shops pause ${id}`)
    if (hasCopy)
      throw new InvalidData(
        `The shop ${id} has a copy of a move. Delete it first: shop shops move ${id} --cancel or --finish`,
      )
  }
  await assertPaused()
  await withShopLock(directory, { id, change: 'recover', wait }, async () => {
    await assertPaused()
    await work(assertPaused)
  })
}
