import type { Migration } from '@mikro-orm/migrations'
import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import type { AnyRouter } from '@trpc/server'
import type { Logger } from 'pino'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { PriceAdjustment } from '#entities/cart/pricing/price-adjustments.ts'
import type { OldAddresses } from '#entities/catalogue/import-export/old-addresses/old-address-port.ts'
import type { SearchProvider } from '#entities/catalogue/search/search-port.ts'
import type { FulfillmentProvider } from '#entities/market/shipping/fulfillment-port.ts'
import type { TaxProvider } from '#entities/market/tax/tax-port.ts'
import type { OAuthProvider } from '#entities/platform/app/oauth-provider.ts'
import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import type { EventName, EventOf, PluginEvents } from '#entities/platform/event/events.ts'
import type { Fields, LocalText } from '#entities/platform/field/field.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { NotificationProvider } from '#entities/platform/notification/notification-port.ts'
import type { ConsolePlace, LinkPlace } from '#entities/platform/plugin/installed-plugins.ts'
import type { Frozen } from '#entities/values/frozen.ts'
import type { Providers } from '#routers/context/services.ts'
import type { emptyRouter } from '#routers/procedures/trpc.ts'
import type { JobDefinition } from './define-job.ts'
import type { Mail } from './define-mail.ts'
import type { Numbers } from './define-numbers.ts'
import type { Tender } from './define-tender.ts'
import type { Webhook } from './define-webhook.ts'
import type { As } from './operations.ts'
import type { Route } from './route/route.ts'
import type { Settings, SettingsValues } from './settings.ts'
import type { EffectContexts, RefusableStep, StepContexts, StepName } from './steps.ts'

/** Every part except the name is optional. */
export interface Plugin<
  Name extends string = string,
  Admin extends AnyRouter = AnyRouter,
  Store extends AnyRouter = AnyRouter,
  PluginFields extends Fields = Fields,
> {
  /** Lower-case words with hyphens, such as `b2b-approval`. The name is part of paths and tables, so it must not change. */
  name: Name
  /** The versions of Cartwright with which the plugin works, as a semver range such as `^0.1.0`. */
  cartwright?: string
  /** Mistakes in the options of the plugin, one sentence for each. The shop prints them and does not start. */
  problems?: readonly string[]
  /** Environment variables of the plugin. */
  settings?: Settings
  /** Columns on tables of the core. A migration of the plugin adds them. */
  fields?: PluginFields
  /** Tables of the plugin. */
  entities?: readonly EntityClass<object>[]
  /** Migrations of the plugin, in their order. The database records them in a table of the plugin. */
  migrations?: readonly MigrationClass[]
  /** Procedures at `admin.<name>` and `/admin/<name>`. */
  admin?: Admin
  /** Procedures at `store.<name>` and `/store/<name>`. */
  store?: Store
  /**
   * Checks that may refuse a step of the core. They run in the order of the plugins, and the first refusal ends the
   * step.
   */
  rules?: Rules
  /**
   * Writes rows of the plugin in the transaction of a step, after the change of the core. They run in the order of the plugins,
   * and an error rolls the step back.
   */
  effects?: Effects
  /** Adjusts the prices of carts. Called each time the shop computes an open cart. */
  prices?: Prices
  /** Names of the events that the plugin announces, such as `b2b-approval.decided`. `PluginEvents` has their types. */
  events?: readonly (keyof PluginEvents & `${Name}.${string}`)[]
  /**
   * Handlers of events. Each event arrives at least once, after the commit of the transaction that announced it. An event
   * without a handler costs nothing, so a function can leave out the handlers that its settings turn off.
   */
  on?: EventHandlers | ((shop: ProvidesContext) => EventHandlers)
  /** Background jobs, made with `defineJob`. */
  jobs?: readonly JobDefinition[]
  /** Kinds of batch jobs by name. */
  batchTypes?: Readonly<Record<string, BatchType>>
  /** Series of document numbers, made with `defineNumbers`. */
  numbers?: readonly Numbers[]
  /** Kinds of balances with which customers pay, made with `defineTender`. */
  tenders?: readonly Tender[]
  /** Mails for events of the plugin, made with `defineMail`. */
  mails?: readonly Mail[]
  /** Webhooks that other systems call at `/hooks/<key>`, made with `defineWebhook`. */
  webhooks?: Readonly<Record<string, Webhook>>
  /** HTML pages, feeds, files and other responses at paths of the shop, made with `route`. */
  routes?: Readonly<Record<string, Route>>
  /** A page, panels and buttons of the console. */
  console?: PluginConsole
  provides?: Provided | ((shop: ProvidesContext) => Provided)
}

export interface PluginConsole {
  /** The name of the page in the navigation, and of the panels. */
  title: string
  /** A folder with static files, such as `new URL('./console/', import.meta.url)`. Its `index.html` is a page of the console. */
  folder?: URL | string
  /** Files of `folder`, such as `order.html`, that the console shows in its pages of these rows. */
  panels?: { readonly [Place in ConsolePlace]?: string }
  /** Buttons in the pages of these rows. */
  actions?: { readonly [Place in ConsolePlace]?: readonly PluginAction[] }
  /** Links to routes of the plugin in the pages of these rows. */
  links?: { readonly [Place in LinkPlace]?: readonly PluginLink[] }
}

/** A link that opens a page of the shop in a new window. */
export interface PluginLink {
  /** The text of the link, in English or by language. */
  label: LocalText
  /** A path of a route. `:id` and `:handle` are columns of the row: `/products/:handle`. */
  path: `/${string}`
}

/** A button that calls a mutation of the plugin with the ID of the row, after a preview of its changes. */
export interface PluginAction {
  /** The verb on the button, in English or by language. */
  label: LocalText
  /** A mutation of `admin` whose input has the property `id`, such as `pack`. */
  procedure: string
}

/** The parts of the shop that exist before its plugins are loaded. */
export interface ProvidesContext {
  settings: SettingsValues
  logger: Logger
}

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

/** Providers by port. The id of a provider is stored in rows, so it must not change. */
export interface Provided {
  payment?: readonly PaymentProvider[]
  fulfillment?: readonly FulfillmentProvider[]
  tax?: readonly TaxProvider[]
  notification?: readonly NotificationProvider[]
  oauth?: readonly OAuthProvider[]
  /** Stores the uploaded files of the shop. Only one plugin may provide a file store. */
  files?: FileStore
  /** Finds the products of searches. Only one plugin may provide it. */
  search?: SearchProvider
  /** Leads visitors from the addresses of an earlier shop to imported rows. Only one plugin may provide it. */
  oldAddresses?: OldAddresses
}

export type Rules = { readonly [Name in RefusableStep]?: Rule<Name> }

/**
 * Checks a step. A thrown DomainError refuses the step. The rule runs in the transaction of the step, after its
 * locks, and may run more than once for a request. It must not change rows, call providers or keep the context. The rows are
 * frozen in development and in tests.
 */
export type Rule<Name extends RefusableStep> = (context: StepContexts[Name] & StepTools) => void | Promise<void>

export type Effects = { readonly [Name in StepName]?: Effect<Name> }

/**
 * Writes rows of the plugin, exactly once for each step that is committed. The effect runs at the end of the transaction, so its
 * locks follow those of the core. It may write tables of plugins, fields of the rows of the step, events and jobs. A thrown
 * DomainError refuses the step. The rows of the context are frozen in development and in tests.
 */
export type Effect<Name extends StepName> = (context: EffectContexts[Name] & StepTools) => void | Promise<void>

/**
 * Returns the adjustments of a cart. The result depends only on the cart and the settings. The function must not change
 * the cart or throw.
 */
export type Prices = (context: PriceContext) => readonly PriceAdjustment[]

export interface PriceContext {
  /** The cart with its lines, shipping methods and customer, without the items that a swap returns. */
  cart: Frozen<CartSnapshot>
  settings: SettingsValues
}

interface StepTools {
  /** In the transaction of the step. */
  em: EntityManager
  settings: SettingsValues
  /** Aborts at the deadline of the request. The shop then rolls the step back, also if the rule or the effect still runs. */
  signal: AbortSignal
}

export type EventHandlers = {
  [Name in EventName]?: (event: EventOf<Name>, shop: PluginContext) => Promise<void>
}

/** The parts of the shop that event handlers and jobs can use. */
export interface PluginContext {
  /** An entity manager without a transaction. Make changes in `inTransaction(em, …)`. */
  em: EntityManager
  settings: SettingsValues
  providers: Providers
  files: FileStore
  logger: Logger
  /** Calls the operations of the API in code, each in a separate transaction. Call it outside of `inTransaction`. */
  as: As
  /** Aborts when the worker stops. If the handler then throws, another worker runs it again. */
  signal: AbortSignal
}

/**
 * Declares a plugin. A plugin is a value: it has no effect until `defineShop` lists it.
 *
 * @example
 * export const wishlist = definePlugin({ name: 'wishlist', entities: [Wishlist], migrations: [Wishlists], store })
 */
export function definePlugin<
  const Name extends string,
  Admin extends AnyRouter = EmptyRouter,
  Store extends AnyRouter = EmptyRouter,
  const PluginFields extends Fields = object,
>(plugin: Plugin<Name, Admin, Store, PluginFields>): Plugin<Name, Admin, Store, PluginFields> {
  return plugin
}

type EmptyRouter = typeof emptyRouter
