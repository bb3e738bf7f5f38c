import { Unavailable } from '#entities/errors.ts'
import { tryWithSessionLock } from '#server/database/session-lock.ts'
import type { Directory, ShopRecord } from '../directory.ts'
import { openSide } from './side.ts'
import { isReadOnly, setReadOnly } from './switch-sides.ts'

/**
 * A command that ends during a switch can leave the shop read-only. Lets it accept writes, unless a command changes the shop.
 * @throws Unavailable if a command changes the shop
 */
export async function acceptWritesAgain(directory: Directory, { id, ...place }: ShopRecord): Promise<void> {
  await using side = await openSide(place)
  if (!(await isReadOnly(side))) return
  const refusal = () => new Unavailable(undefined)
  await tryWithSessionLock(directory.url, {
    name: `shop ${id}`,
    refusal,
    async work() {
      const { server } = await directory.get(id)
      if (server === place.server) await setReadOnly(side, false)
    },
  })
}
