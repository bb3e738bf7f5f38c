import { createRoute, createRouter } from '@tanstack/react-router'
import { ErrorPage, LoadingPage, NotFoundPage } from '#console/components/states.tsx'
import { operatorRoutes } from '#console/screens/operator/routes.ts'
import { sessionRoutes } from '#console/screens/session/routes.ts'
import { basePath } from './address.ts'
import { areaRoutes } from './areas.ts'
import { parseSearch, stringifySearch } from './list-search.ts'
import { rootRoute, shellRoute } from './routes.ts'
import { Shell } from './shell/shell.tsx'

/** The shell contains the `main` of other pages. */
const FailedShell = ({ error }: { error: unknown }) => (
  <main>
    <ErrorPage error={error} />
  </main>
)

shellRoute.update({ component: Shell, errorComponent: FailedShell })

/** An unknown address is shown with the navigation. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([...areaRoutes, unknownRoute]),
  operatorRoutes,
  ...sessionRoutes,
])

export const router = createRouter({
  routeTree,
  basepath: basePath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The page of another row keeps no dialog and no typed text of the last one.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: LoadingPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
