import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#console/app/routes.ts'

/** The server uses `/plugins` for the files of the pages. */
const pluginRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plugin/$name',
  staticData: { needs: 'plugins.list' },
  component: lazyRouteComponent(() => import('./plugin-page.tsx'), 'PluginPage'),
})

export const pluginsRoutes = [pluginRoute] as const
