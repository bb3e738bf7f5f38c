import type { EntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { AnyShop, ShopRouter } from '#routers/shop-router.ts'
import type { Config } from '#server/settings/config.ts'
import type { As } from '../plugin/operations.ts'
import type { Plugin } from '../plugin/plugin.ts'
import type { SettingsValues } from '../plugin/settings.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'

export interface Shop<Plugins extends readonly Plugin[] = readonly Plugin[]> {
  readonly plugins: Plugins
  /** Prepares the database and serves the shop until a stop signal. With `only: 'worker'` it only runs jobs. */
  start(options?: StartOptions): Promise<void>
  /** Runs the pending migrations of the core and of the plugins, and adds the base data. */
  migrate(): Promise<void>
  /**
   * Opens the shop for a script, with its migrated database. Serves nothing and runs no jobs.
   *
   * @example
   * await using opened = await shop.open()
   * await opened.as({ user_id }).admin.orders.list({})
   */
  open<Opened extends AnyShop>(this: Opened): Promise<OpenedShop<Opened>>
  /** Returns the problems that keep the shop from starting, each as one line with its solution. */
  check(): Promise<string[]>
}

export interface OpenedShop<Opened extends AnyShop> extends AsyncDisposable {
  /** An entity manager without a transaction. Make changes in `inTransaction(em, …)`. */
  em: EntityManager
  settings: SettingsValues
  /** Calls the operations of the API, also those of the plugins, each in a separate transaction. */
  as: As<ShopProcedures<Opened>>
}

/** The procedures of a shop with its plugins. */
export type ShopProcedures<Opened extends AnyShop> = ShopRouter<Opened>['_def']['record']

export interface StartOptions {
  only?: 'worker' | undefined
  /** Called when the server takes requests. */
  onStarted?: (() => void) | undefined
}

export interface ComposedShop {
  config: Config
  logger: Logger
  parts: ShopParts
}

/** `unknown`, or a type with a message that names two plugins with a field of the same name. */
type NoConflict<Plugins> = [Conflict<Plugins>] extends [never] ? unknown : Conflict<Plugins>

type Conflict<Plugins> = Plugins extends readonly [infer First, ...infer Rest]
  ? ConflictWith<First, Rest> | Conflict<Rest>
  : never

type ConflictWith<First, Rest> = Rest extends readonly [infer Second, ...infer More]
  ? SharedField<First, Second> | ConflictWith<First, More>
  : never

type SharedField<First, Second> = First extends { name: infer A extends string; fields?: infer Fields }
  ? Second extends { name: infer B extends string; fields?: infer Others }
    ? {
        [Table in keyof Fields & keyof Others & string]: {
          [Name in keyof Fields[Table] &
            keyof Others[Table] &
            string]: `The plugins ${A} and ${B} both define the field ${Name} of ${Table}`
        }[keyof Fields[Table] & keyof Others[Table] & string]
      }[keyof Fields & keyof Others & string]
    : never
  : never

/**
 * Declares a shop: the core and a list of plugins. Nothing runs until `start` is called.
 *
 * @example
 * export const shop = defineShop({ plugins: [wishlist, engraving] })
 */
export function defineShop<const Plugins extends readonly Plugin[]>({
  plugins,
}: {
  plugins: Plugins & NoConflict<Plugins>
}): Shop<Plugins> {
  const shop: Shop<Plugins> = {
    plugins,
    async start({ only, onStarted } = {}) {
      const { useBundledNode } = await import('./use-bundled-node.ts')
      useBundledNode()
      const { hasManyShops } = await import('#server/settings/config.ts')
      if (hasManyShops()) await (await import('./serve-shops.ts')).serveShops(shop, { only, onStarted })
      else if (only === 'worker') await (await import('./run-worker.ts')).runWorker(shop)
      else await (await import('./serve.ts')).serve(shop, onStarted)
    },
    async migrate() {
      const { withShopOf } = await import('./with-shop.ts')
      await withShopOf(shop)(async () => {})
    },
    async open<Opened extends AnyShop>(this: Opened) {
      const { openShop } = await import('./with-shop.ts')
      return openShop<Opened>(shop)
    },
    async check() {
      const { checkShop } = await import('./check-shop.ts')
      return checkShop(shop)
    },
  }
  return shop
}
