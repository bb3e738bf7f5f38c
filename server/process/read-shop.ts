import type { DestinationStream, Logger } from 'pino'
import { StartError } from '#server/base/start-error.ts'
import { openLog } from '#server/operate/log.ts'
import { type Environment, processEnvironment, readConfig } from '#server/settings/config.ts'
import { readTimeZone } from '#server/settings/time-zone.ts'
import { freezeSnapshot } from '../plugin/freeze-snapshot.ts'
import { installFields } from '../plugin/install-fields.ts'
import { loadPlugin } from '../plugin/loaded-plugin.ts'
import { readSettings } from '../plugin/settings.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'
import { composeShop } from '../shop/compose-shop.ts'
import { findProblems } from '../shop/find-problems.ts'
import { hiddenColumnsOf } from '../shop/hidden-columns.ts'
import type { ComposedShop, Shop } from './define-shop.ts'

interface ReadOptions {
  env?: Environment
  /** Default: the standard output. */
  logDestination?: DestinationStream
}

/** Reads the environment and composes the shop. @throws StartError with all problems of its plugins. */
export function readShop(
  { plugins }: Shop,
  { env = processEnvironment(), logDestination }: ReadOptions = {},
): ComposedShop {
  const config = readConfig(env)
  const logger = openLog(config.logLevel, logDestination, hiddenColumnsOf(plugins))
  return { config, logger, parts: readParts(plugins, env, logger) }
}

/** The default logger writes errors to the standard output. */
export function readParts(plugins: Shop['plugins'], env: Environment, logger: Logger = openLog('error')): ShopParts {
  const settings = readSettings(
    plugins.flatMap((plugin) => plugin.settings ?? []),
    env,
  )
  const loaded = plugins.map((plugin) => loadPlugin(plugin, { settings, logger }))
  const problems = findProblems(loaded)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  installFields(plugins)
  const freeze: ShopParts['freeze'] = env.NODE_ENV === 'production' ? (snapshot) => snapshot : freezeSnapshot
  return { ...composeShop(loaded, settings, freeze), timeZone: readTimeZone(env) }
}
