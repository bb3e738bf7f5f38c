import type { EntityClass } from '@mikro-orm/postgresql'
import type { AnyRouter } from '@trpc/server'
import type { PriceFunction } from '#entities/cart/pricing/price-functions.ts'
import type { OldAddresses } from '#entities/catalogue/import-export/old-addresses/old-address-port.ts'
import type { SearchProvider } from '#entities/catalogue/search/search-port.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import type { PluginEventGroup } from '#entities/platform/event/plugin-events.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { NotificationProviders } from '#entities/platform/notification/notification-port.ts'
import type { PluginMail } from '#entities/platform/notification/plugin-mail.ts'
import type { InstalledPlugin } from '#entities/platform/plugin/installed-plugins.ts'
import type { TenderKind } from '#entities/promotions/balance/tender-kind.ts'
import type { Frozen } from '#entities/values/frozen.ts'
import type { Providers } from '#routers/context/services.ts'
import type { Subscribers } from '#server/plugin/subscriber.ts'
import type { JobDefinition } from './define-job.ts'
import type { Webhook } from './define-webhook.ts'
import type { Effects, MigrationClass, Rules } from './plugin.ts'
import type { Route } from './route/route.ts'
import type { SettingsValues } from './settings.ts'

/** The parts of the core and of all plugins, by kind. */
export interface ShopParts {
  routers: ShopRouters
  entities: readonly EntityClass<object>[]
  migrations: readonly PluginMigrations[]
  settings: SettingsValues
  /** Prepares a snapshot for rules and prices. In production it returns the snapshot itself. */
  freeze: <Value extends object>(snapshot: Value) => Value | Frozen<Value>
  /** The rules of each plugin, in the order of the plugins. */
  rules: readonly Rules[]
  /** In the order of the plugins. */
  effects: readonly PluginEffects[]
  /** In the order of the plugins. */
  prices: readonly PriceFunction[]
  events: readonly PluginEventGroup[]
  providers: Providers
  notifications: NotificationProviders
  /** Undefined if no plugin has a file store. The environment then selects it. */
  files: FileStore | undefined
  /** Undefined if no plugin has a search provider. PostgreSQL then answers searches. */
  search: SearchProvider | undefined
  /** Undefined if no plugin shows pages of products. */
  oldAddresses: OldAddresses | undefined
  subscribers: Subscribers
  jobs: readonly JobDefinition[]
  /** The webhooks of plugins, by the last segment of their path. */
  inboundWebhooks: ReadonlyMap<string, Webhook>
  batchTypes: BatchTypes
  plugins: readonly InstalledPlugin[]
  consolePages: readonly ConsolePage[]
  routes: readonly MountedRoute[]
  mails: readonly PluginMail[]
  tenders: readonly TenderKind[]
  /** A name of the IANA database. */
  timeZone: string
}

export interface PluginEffects {
  plugin: string
  effects: Effects
}

export interface ConsolePage {
  plugin: string
  folder: string
}

export interface ShopRouters {
  app: AnyRouter
  admin: AnyRouter
  store: AnyRouter
  /** The procedures of the routes of plugins. */
  routes: AnyRouter
}

/** A route of a plugin. `key` is the name of its procedure, such as `feeds.sitemap`. */
export interface MountedRoute {
  plugin: string
  name: string
  key: string
  route: Route
}

export interface PluginMigrations {
  plugin: string
  list: readonly MigrationClass[]
}
