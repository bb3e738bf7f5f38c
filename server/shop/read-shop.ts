import { type Config, readConfig } from '#server/config.ts'
import { StartError } from '#server/process/start-error.ts'
import { composeShop } from './compose-shop.ts'
import type { Shop } from './define-shop.ts'
import { findProblems } from './find-problems.ts'
import { readSettings } from './settings.ts'
import type { ShopParts } from './shop-parts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment and composes the shop. @throws StartError with all problems of its plugins. */
export function readShop({ plugins }: Shop, env: Environment = process.env): { config: Config; parts: ShopParts } {
  const config = readConfig(env)
  const parts = readParts(plugins, env)
  return { config, parts }
}

export function readParts(plugins: Shop['plugins'], env: Environment = process.env): ShopParts {
  const settings = readSettings(
    plugins.flatMap((plugin) => plugin.settings ?? []),
    env,
  )
  const problems = findProblems(plugins, settings)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return composeShop(plugins, settings)
}
