import { entities } from '#entities/index.ts'
import type { EventName, EventOf } from '#entities/platform/event/events.ts'
import { adminRouter, storeRouter } from '#routers/index.ts'
import { mergeRouters, router } from '#routers/procedures/trpc.ts'
import { coreBatchTypes } from '#server/batch-types/core.ts'
import { type Subscribers, subscribeTo } from '#server/plugin/subscriber.ts'
import { coreProviders } from '#server/providers/core.ts'
import { logNotifications } from '#server/subscribers/log-notifications.ts'
import { freezeSnapshot } from '../plugin/freeze-snapshot.ts'
import type { LoadedPlugin } from '../plugin/loaded-plugin.ts'
import { mountName } from '../plugin/mount-name.ts'
import type { PluginContext } from '../plugin/plugin.ts'
import { pluginContextOf } from '../plugin/plugin-context.ts'
import { routeProcedure } from '../plugin/route/route-procedure.ts'
import type { SettingsValues } from '../plugin/settings.ts'
import type { ShopParts, ShopRouters } from '../plugin/shop-parts.ts'
import { consolePartsOf, pathOf } from './console-parts.ts'

/** Joins the parts of the core and of the plugins. A later part of the same name replaces an earlier one. */
export function composeShop(
  plugins: readonly LoadedPlugin[],
  settings: SettingsValues,
  { freeze = freezeSnapshot, routers = composeRouters(plugins) }: Partial<Pick<ShopParts, 'freeze' | 'routers'>> = {},
): ShopParts {
  const provided = plugins.map(({ provides }) => provides)
  const payment = [...coreProviders.payment.values(), ...provided.flatMap((one) => one.payment ?? [])]
  const fulfillment = [...coreProviders.fulfillment.values(), ...provided.flatMap((one) => one.fulfillment ?? [])]
  const tax = provided.flatMap((one) => one.tax ?? [])
  const oauth = provided.flatMap((one) => one.oauth ?? [])
  const notifications = new Map(byId(provided.flatMap((one) => one.notification ?? [])))
  return {
    routers,
    entities: [...entities, ...plugins.flatMap((plugin) => plugin.entities ?? [])],
    migrations: plugins.flatMap(({ name, migrations: list = [] }) => (list.length > 0 ? [{ plugin: name, list }] : [])),
    settings,
    freeze,
    rules: plugins.flatMap((plugin) => plugin.rules ?? []),
    effects: plugins.flatMap(({ name: plugin, effects }) => (effects ? [{ plugin, effects }] : [])),
    prices: plugins.flatMap(({ name: plugin, prices }) =>
      prices ? [{ plugin, adjust: (cart) => prices({ cart: freeze(cart), settings }) }] : [],
    ),
    events: plugins.flatMap(({ name, events: names = [] }) =>
      names.length > 0 ? { group: name, resource: mountName(name), names } : [],
    ),
    providers: {
      payment: new Map(byId(payment)),
      fulfillment: new Map(byId(fulfillment)),
      tax: new Map(byId(tax)),
      oauth: new Map(oauth.map((provider) => [provider.application_name, provider])),
    },
    notifications,
    files: provided.findLast(({ files }) => files)?.files,
    search: provided.findLast(({ search }) => search)?.search,
    oldAddresses: provided.findLast(({ oldAddresses }) => oldAddresses)?.oldAddresses,
    subscribers: {
      ...(notifications.size === 0 ? { 'notification log': logNotifications } : {}),
      ...Object.assign({}, ...plugins.map(subscribersOf)),
    },
    jobs: plugins.flatMap((plugin) => plugin.jobs ?? []),
    inboundWebhooks: new Map(plugins.flatMap(({ webhooks = {} }) => Object.entries(webhooks))),
    batchTypes: Object.assign({ ...coreBatchTypes }, ...plugins.map((plugin) => plugin.batchTypes)),
    plugins: plugins.map((plugin) => ({
      name: plugin.name,
      fields: plugin.fields ?? {},
      entities: plugin.entities ?? [],
      procedures: Object.keys(plugin.admin?._def.procedures ?? {}).map((name) => `${mountName(plugin.name)}.${name}`),
      ...consolePartsOf(plugin),
    })),
    consolePages: plugins.flatMap(({ name: plugin, console: { folder } = {} }) =>
      folder ? { plugin, folder: pathOf(folder) } : [],
    ),
    routes: plugins.flatMap(({ name: plugin, routes = {} }) =>
      Object.entries(routes).map(([name, route]) => ({ plugin, name, key: `${mountName(plugin)}.${name}`, route })),
    ),
    mails: plugins.flatMap(({ mails = [] }) => mails.map((mail) => mail.install(settings))),
    tenders: plugins.flatMap(({ name: plugin, tenders = [] }) => tenders.map((one) => one.install(plugin))),
    timeZone: 'UTC',
  }
}

const byId = <Provider extends { id: string }>(providers: readonly Provider[]): [string, Provider][] =>
  providers.map((provider) => [provider.id, provider])

export function composeRouters(
  plugins: readonly Pick<LoadedPlugin, 'name' | 'routes' | 'admin' | 'store'>[],
): ShopRouters {
  const routes = router(
    Object.fromEntries(
      plugins.map(({ name, routes: own = {} }) => [
        mountName(name),
        router(Object.fromEntries(Object.entries(own).map(([key, route]) => [key, routeProcedure(route)]))),
      ]),
    ),
  )
  const mounted = (side: 'admin' | 'store') =>
    Object.fromEntries(plugins.flatMap((plugin) => (plugin[side] ? [[mountName(plugin.name), plugin[side]]] : [])))
  const admin = mergeRouters(adminRouter, router(mounted('admin')))
  const store = mergeRouters(storeRouter, router(mounted('store')))
  return { admin, store, routes, app: router({ admin, store }) }
}

function subscribersOf({ name, on }: LoadedPlugin): Subscribers {
  const handlers = Object.entries(on) as [EventName, EventHandler][]
  return Object.fromEntries(
    handlers.map(([event, handle]) => [
      `${name} ${event}`,
      subscribeTo([event], (context, one, signal) => handle(one, pluginContextOf(context, signal))),
    ]),
  )
}

/** `subscribeTo` passes each handler only the events of its name. */
type EventHandler = (event: EventOf<EventName>, shop: PluginContext) => Promise<void>
