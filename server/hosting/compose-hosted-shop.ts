import type { Logger } from 'pino'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { type Config, readConfig } from '#server/settings/config.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { type ConfiguredShop, type Deployment, environmentOf } from './shop-environment.ts'

interface HostedParts {
  config: Config
  parts: ShopParts
  /** Its lines name the shop. */
  logger: Logger
}

/** Reads the environment of a shop of the deployment and composes the shop. @throws StartError if a setting is invalid. */
export function composeHostedShop(program: Deployment & { logger: Logger }, shop: ConfiguredShop): HostedParts {
  const env = environmentOf(shop, program)
  const logger = program.logger.child({ shop: shop.id })
  return { config: readConfig(env), parts: readParts(program.plugins, env, logger), logger }
}
