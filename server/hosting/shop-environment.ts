import { join } from 'node:path'
import { InvalidData } from '#entities/errors.ts'
import { consoleUrl } from '#server/base/server-address.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import { type Environment, Variables } from '#server/settings/config.ts'
import type { ShopRecord } from './directory.ts'

/** Variables of the core that belong to one shop. The others belong to the deployment. */
const OF_SHOP = [
  'SESSION_SECRET',
  'TIME_ZONE',
  'STORE_CORS',
  'ADMIN_CORS',
  'ADMIN_URL',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AWS_REGION',
  'FILES_URL',
  'REQUIRE_SHIPPING',
  'INVENTORY',
  'CART_DAYS',
  'AUDIT_LOG_DAYS',
] as const

/**
 * The environment variables that each shop has for itself: some of the core, and those of its plugins. A plugin can also read variables
 * of the core, such as `PORT`, which stay those of the deployment.
 */
export const variablesOfShop = (plugins: readonly Plugin[]): ReadonlySet<string> =>
  new Set([
    ...OF_SHOP,
    ...plugins
      .flatMap(({ settings }) => Object.keys(settings?.shape ?? {}))
      .filter((name) => !Object.hasOwn(Variables.shape, name)),
  ])

/** The values of these variables are shown to operators. */
const SHOWN: ReadonlySet<string> = new Set(
  OF_SHOP.filter((name) => !['SESSION_SECRET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].includes(name)),
)

/** Whether operators can only write the variable. The variables of plugins can contain passwords. */
export const isSecret = (name: string): boolean => !SHOWN.has(name)

/** @throws InvalidData if a variable belongs to the deployment. */
export function assertOfShop(settings: Environment, plugins: readonly Plugin[]): void {
  const known = variablesOfShop(plugins)
  const unknown = Object.keys(settings).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new InvalidData(
      `${unknown.join(', ')} cannot be set for one shop. It can have: ${[...known].toSorted().join(', ')}`,
    )
}

export interface ConfiguredShop extends Pick<ShopRecord, 'id' | 'settings' | 'databaseUrl'> {
  hosts: readonly string[]
}

export interface Deployment {
  env: Environment
  dataDirectory: string
  plugins: readonly Plugin[]
}

/** The environment of a shop: its own variables, and those of the deployment. It inherits no secret and no setting of a plugin. */
export function environmentOf(shop: ConfiguredShop, deployment: Deployment): Environment {
  const { id, settings, hosts, databaseUrl } = shop
  const { env, plugins, dataDirectory } = deployment
  const own = variablesOfShop(plugins)
  const shared = Object.entries(env).filter(([name]) => !own.has(name) && name !== 'SHOPS')
  const ADMIN_URL = addressOfConsole({ hosts, settings }, deployment)
  return {
    ...Object.fromEntries(shared),
    ...(env.BACKUP_DUMPS ? { BACKUP_DUMPS: join(env.BACKUP_DUMPS, id) } : {}),
    ...settings,
    ...(ADMIN_URL === undefined ? {} : { ADMIN_URL }),
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDirectory, 'shops', id),
    FILES_DIR: join(dataDirectory, 'shops', id, 'files'),
    SEED: 'none',
  }
}

/** The address of the console of a shop, without a slash at the end. Undefined without a host name. */
export function addressOfConsole(
  { hosts, settings }: Pick<ConfiguredShop, 'hosts' | 'settings'>,
  { env }: Pick<Deployment, 'env'>,
): string | undefined {
  const [host] = hosts
  return (settings.ADMIN_URL || (host && addressOfHost(host, env)))?.replace(/\/+$/, '')
}

/** The address of the console at a host name. */
const addressOfHost = (host: string, { NODE_ENV, PORT = '9000' }: Environment): string =>
  NODE_ENV === 'production' ? `https://${host}/app` : consoleUrl({ host, port: Number(PORT) })
