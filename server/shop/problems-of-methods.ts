import { proceduresOf } from '#routers/context/procedures-of.ts'
import type { Plugin } from '../plugin/plugin.ts'

/** REST would never reach the second route, and caches and links would repeat a change by GET. */
export function problemsOfMethods({ name, admin, store }: Pick<Plugin, 'name' | 'admin' | 'store'>): string[] {
  const routes = Object.entries({ admin, store }).flatMap(([side, router]) =>
    (router ? proceduresOf(router) : []).flatMap(([procedure, { type, meta }]) => {
      const { method, path } = meta?.openapi ?? {}
      return method && path
        ? [{ procedure, type, method, route: `${method} /${side}${path.replace(/\{\w+\}/g, '{}')}` }]
        : []
    }),
  )
  const owners = Map.groupBy(routes, ({ route }) => route)
  return [
    ...Array.from(owners).flatMap(([route, [first, second]]) =>
      first && second
        ? [
            `The procedures ${first.procedure} and ${second.procedure} of the plugin ${name} both have ${route}. Change one path.`,
          ]
        : [],
    ),
    ...routes.flatMap(({ procedure, type, method }) => {
      if (type === 'mutation' && method === 'GET')
        return [`The mutation ${procedure} of the plugin ${name} has the method GET. Use POST, PUT, PATCH or DELETE.`]
      if (type === 'query' && method !== 'GET')
        return [`The query ${procedure} of the plugin ${name} has the method ${method}. Use GET.`]
      return []
    }),
  ]
}
