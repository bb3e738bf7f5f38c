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

/** @throws InvalidData if a variable belongs to the deployment. */
export function assertOfShop(settings: Environment, plugins: readonly Plugin[]): void {
  const known = variablesOfShop(plugins)
  const unknown = Object.keys(settings).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new InvalidData(
      `${unknown.join(', ')} cannot be set for one shop. It can have: ${[...known].toSorted().join(', ')}`,
    )
}

interface ConfiguredShop extends Pick<ShopRecord, 'id' | 'settings' | 'databaseUrl'> {
  hosts: readonly string[]
}

interface Deployment {
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
  const [host] = hosts
  return {
    ...Object.fromEntries(shared),
    ...(host ? { ADMIN_URL: addressOfConsole(host, env) } : {}),
    ...(env.BACKUP_DUMPS ? { BACKUP_DUMPS: join(env.BACKUP_DUMPS, id) } : {}),
    ...settings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDirectory, 'shops', id),
    FILES_DIR: join(dataDirectory, 'shops', id, 'files'),
    SEED: 'none',
  }
}

const addressOfConsole = (host: string, { NODE_ENV, PORT = '9000' }: Environment): string =>
  NODE_ENV === 'production' ? `https://${host}/app` : consoleUrl({ host, port: Number(PORT) })
