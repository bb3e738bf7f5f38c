import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { memoizeFor } from '#entities/values/memoize.ts'
import { StartError } from '#server/base/start-error.ts'
import { openLog } from '#server/operate/log.ts'
import type { Environment } from '#server/settings/config.ts'
import { readTimeZone } from '#server/settings/time-zone.ts'
import { freezeSnapshot } from '../plugin/freeze-snapshot.ts'
import { installFields } from '../plugin/install-fields.ts'
import { type LoadedPlugin, loadPlugin } from '../plugin/loaded-plugin.ts'
import type { Plugin } from '../plugin/plugin.ts'
import { readSettings } from '../plugin/settings.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'
import { composeRouters, composeShop } from './compose-shop.ts'
import { findProblems } from './find-problems.ts'

/**
 * Reads the settings of the plugins and composes the shop. The default logger writes errors to the standard output.
 * @throws StartError with all problems of the plugins.
 */
export function readParts(plugins: readonly Plugin[], env: Environment, logger: Logger = openLog('error')): ShopParts {
  const settings = readSettings(
    plugins.flatMap((plugin) => plugin.settings ?? []),
    env,
  )
  const loaded = plugins.map((plugin) => loadPlugin(plugin, { settings, logger }))
  assertNoProblems(plugins, loaded, settings)
  installFields(plugins)
  const freeze: ShopParts['freeze'] = env.NODE_ENV === 'production' ? (snapshot) => snapshot : freezeSnapshot
  const routers = routersOf(plugins)
  return { ...composeShop(loaded, settings, { freeze, routers }), timeZone: readTimeZone(env) }
}

/** Shops of a deployment with the same settings have the same plugins, so only the first one is checked. */
function assertNoProblems(
  plugins: readonly Plugin[],
  loaded: readonly LoadedPlugin[],
  settings: ReadonlyMap<object, unknown>,
): void {
  const checked = checkedSettings(plugins)
  const key = createHash('sha256')
    .update(JSON.stringify([...settings.values()]))
    .digest('base64')
  if (checked.has(key)) return
  const problems = findProblems(loaded)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  checked.set(key, true)
}

/** Digests of settings without problems. */
const checkedSettings = memoizeFor((_plugins: readonly Plugin[]) => new LRUCache<string, true>({ max: 1000 }))

/** Shops with the same plugins share the procedures. */
const routersOf = memoizeFor((plugins: readonly Plugin[]) => composeRouters(plugins))
