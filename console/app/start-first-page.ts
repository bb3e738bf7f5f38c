import { router } from './router.tsx'

/** Starts the requests of the first page before React renders, so that they do not wait for it. */
export function startFirstPage(): void {
  const first = new Set(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
  for (const route of Object.values(router.routesById)) if (first.has(route.id)) void router.loadRouteChunk(route)
  void router.load()
}
