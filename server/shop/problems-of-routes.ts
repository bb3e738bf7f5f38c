import { z } from 'zod'
import { unwrapInput } from '#server/base/input-shape.ts'
import type { LoadedPlugin } from '../plugin/loaded-plugin.ts'
import { unsafeSources } from '../plugin/route/content-sources.ts'
import { isCorePath, shapeOf } from '../plugin/route/core-paths.ts'
import { type Route, rawBody } from '../plugin/route/route.ts'

/** Returns the mistakes in the routes of a plugin. */
export const problemsOfRoutes = ({ name: plugin, routes = {}, admin }: LoadedPlugin): string[] =>
  Object.entries(routes).flatMap(([name, route]) => {
    const subject = `The route ${route.method} ${route.path} of the plugin ${plugin}`
    return [
      ...problemsOfName(name),
      ...(name in (admin?._def.record ?? {})
        ? [`has the name ${name} of a procedure. Rename one of them, because scopes of API keys name both.`]
        : []),
      ...problemsOfPath(route),
      ...problemsOfOptions(route),
    ].map((problem) => `${subject} ${problem}`)
  })

/** The names are part of scopes, such as `feeds.sitemap`. */
const problemsOfName = (name: string): string[] =>
  /^[a-zA-Z][a-zA-Z0-9]*$/.test(name) && !(name in Object.prototype)
    ? []
    : [`has the invalid name "${name}". Use letters and digits, such as sitemap.`]

const PATH = /^\/$|^(\/([\w~-][\w.~-]*|:[a-zA-Z_]\w*(\.[\w.~-]+)?))*(\/\*[a-zA-Z_]\w*)?$/

function problemsOfPath({ path }: Route): string[] {
  if (!PATH.test(path)) return [`has an invalid path. Use a path such as /products, /products/:handle or /shop/*path.`]
  if (isCorePath(path)) return [`has a path of the core. Choose another first segment.`]
  const names = Array.from(path.matchAll(/[:*](\w+)/g), ([, name]) => name)
  return new Set(names).size < names.length ? ['has two parameters of the same name. Rename one of them.'] : []
}

function problemsOfOptions({ method, options }: Route): string[] {
  const { access = 'open', cache, csp = {}, dependsOn, input, lockKey, locksSharedRows, streams, transaction } = options
  return [
    ...unsafeSources(csp).map((source) => `has ${source} in \`csp\`. Use a server such as https://js.example.com.`),
    ...(cache !== undefined && (access !== 'open' || method !== 'GET')
      ? ['has `cache`, but its responses are for one caller. Remove `cache`.']
      : []),
    ...(typeof cache === 'number' && (!Number.isInteger(cache) || cache < 0 || cache > MAX_CACHE)
      ? [`has the invalid number of seconds ${cache} in \`cache\`. Use 0 to ${MAX_CACHE}.`]
      : []),
    ...(dependsOn && (access !== 'open' || method !== 'GET' || streams)
      ? ['has `dependsOn`, but only an open GET without `streams` can be sent again. Remove `dependsOn`.']
      : []),
    ...(cache !== undefined && streams
      ? ['has `cache` and `streams`, but a stream is not cached. Remove one of them.']
      : []),
    ...(input && method === 'GET' && !(unwrapInput(input) instanceof z.ZodObject)
      ? ['has an `input` that is no query. Use z.object({ … }).']
      : []),
    ...(input === rawBody && lockKey ? ['has a `lockKey`, but its body has no properties. Remove `lockKey`.'] : []),
    ...((lockKey || locksSharedRows) && method === 'GET'
      ? ['locks nothing, because a GET has no transaction. Use POST.']
      : []),
    ...(transaction === false && method === 'GET'
      ? ['has `transaction`, but a GET never has one. Remove `transaction`.']
      : []),
    ...(transaction === false && (lockKey || locksSharedRows)
      ? ['locks nothing, because it has no transaction. Remove `lockKey` and `locksSharedRows`.']
      : []),
  ]
}

/** A year. */
const MAX_CACHE = 31_536_000

/** Returns each path that two routes have, or that a route shares with the webhook of a provider. */
export function conflictsOfRoutes(plugins: readonly LoadedPlugin[]): string[] {
  const claims = plugins.flatMap((plugin) => [...routeClaims(plugin), ...webhookClaims(plugin)])
  return Array.from(Map.groupBy(claims, ({ shape }) => shape).values()).flatMap((group) => {
    const [first, second] = group
    if (!first || !second || !group.some(({ isRoute }) => isRoute)) return []
    return `Plugin ${first.plugin} has the route ${first.shown}, and plugin ${second.plugin} has ${second.shown}. Remove one of them.`
  })
}

const routeClaims = ({ name: plugin, routes = {} }: LoadedPlugin) =>
  Object.values(routes).map(({ method, path }) => ({
    plugin,
    shown: `${method} ${path}`,
    shape: `${method} ${shapeOf(path)}`,
    isRoute: true,
  }))

const webhookClaims = ({ name: plugin, provides: { payment = [], fulfillment = [] } }: LoadedPlugin) =>
  [...payment, ...fulfillment].flatMap(({ webhookPath }) =>
    webhookPath ? [{ plugin, shown: `POST ${webhookPath}`, shape: `POST ${webhookPath}`, isRoute: false }] : [],
  )
