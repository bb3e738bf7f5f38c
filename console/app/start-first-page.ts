import superjson, { type SuperJSONResult } from 'superjson'
import { queryClient, trpc } from './api.ts'
import { router } from './router.tsx'

/** Starts the requests of the first page before React renders, so that they do not wait for it. */
export function startFirstPage(): void {
  takeAnswers()
  const first = new Set(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
  for (const route of Object.values(router.routesById)) if (first.has(route.id)) void router.loadRouteChunk(route)
  void router.load()
}

/** The server writes these answers into the page. */
const KEYS = {
  'admin.auth.current': trpc.admin.auth.current.queryKey(),
  'admin.auth.permissions': trpc.admin.auth.permissions.queryKey(),
  'admin.store.get': trpc.admin.store.get.queryKey(),
  'admin.plugins.list': trpc.admin.plugins.list.queryKey(),
}

function takeAnswers(): void {
  const text = document.getElementById('answers')?.textContent
  if (!text) return
  const answers: { [name in keyof typeof KEYS]?: SuperJSONResult } = JSON.parse(text)
  for (const name of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
    const answer = answers[name]
    if (answer) queryClient.setQueryData<unknown>(KEYS[name], superjson.deserialize(answer))
  }
}
