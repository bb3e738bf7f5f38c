import { StartError } from '#server/base/start-error.ts'
import { environmentOf } from '#server/hosting/shop-environment.ts'
import { type Environment, hasManyShops, processEnvironment } from '#server/settings/config.ts'
import type { Shop } from './define-shop.ts'
import { openCommandProgram } from './open-program.ts'

/**
 * Returns the environment of the process, or that of a shop of the directory. The variable `SHOP` names it without the option `--shop`.
 * @throws StartError if the command must name a shop and does not.
 */
export async function environmentOfCommand(
  shop: Shop,
  option: string | undefined,
  resources: AsyncDisposableStack,
): Promise<Environment> {
  if (!hasManyShops()) {
    if (option) throw new StartError('--shop names a shop of a directory. Set SHOPS=many, or leave it out.')
    return processEnvironment()
  }
  const named = option ?? processEnvironment().SHOP
  if (!named) throw new StartError('Name the shop: --shop <id>. List the shops: shop shops list')
  const program = await openCommandProgram(shop, resources)
  return environmentOf(await program.directory.get(named), program)
}
