import { type Config, type Environment, processEnvironment, readConfig } from '#server/config.ts'
import { StartError } from '#server/process/start-error.ts'
import { composeShop } from './compose-shop.ts'
import type { Shop } from './define-shop.ts'
import { findProblems } from './find-problems.ts'
import { installFields } from './install-fields.ts'
import { readSettings } from './settings.ts'
import type { ShopParts } from './shop-parts.ts'

/** Reads the environment and composes the shop. @throws StartError with all problems of its plugins. */
export function readShop({ plugins }: Shop, env = processEnvironment()): { config: Config; parts: ShopParts } {
  const config = readConfig(env)
  const parts = readParts(plugins, env)
  return { config, parts }
}

export function readParts(plugins: Shop['plugins'], env: Environment): ShopParts {
  const settings = readSettings(
    plugins.flatMap((plugin) => plugin.settings ?? []),
    env,
  )
  const problems = findProblems(plugins, settings)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  installFields(plugins)
  return composeShop(plugins, settings)
}
