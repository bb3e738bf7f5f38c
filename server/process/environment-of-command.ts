import { destination } from 'pino'
import { StartError } from '#server/base/start-error.ts'
import { environmentOf } from '#server/hosting/shop-environment.ts'
import { openLog } from '#server/operate/log.ts'
import { type Environment, hasManyShops, processEnvironment, readConfig } from '#server/settings/config.ts'
import type { Shop } from './define-shop.ts'
import { openProgram } from './open-program.ts'

/**
 * Returns the environment of the process, or that of a shop of the directory.
 * @throws StartError if the command must name a shop and does not.
 */
export async function environmentOfCommand(
  shop: Shop,
  named: string | undefined,
  resources: AsyncDisposableStack,
): Promise<Environment> {
  if (!hasManyShops()) {
    if (named) throw new StartError('--shop names a shop of a directory. Set SHOPS=many, or leave it out.')
    return processEnvironment()
  }
  if (!named) throw new StartError('Name the shop: --shop <id>. List the shops: shop shops list')
  const config = readConfig()
  const logger = openLog(config.logLevel, destination(2))
  const program = await openProgram(shop, { config, logger, print: console.error }, resources)
  return environmentOf(await program.directory.get(named), program)
}
