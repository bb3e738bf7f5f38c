import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/users',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./users/user-list.tsx'), 'UserList'),
})

const publishableKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/publishable-keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./publishable-keys/key-list.tsx'), 'PublishableKeyList'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/api-keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./api-keys/api-key-list.tsx'), 'ApiKeyList'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhook-list.tsx'), 'WebhookList'),
})

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/webhooks/$id',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const appsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/apps',
  component: lazyRouteComponent(() => import('./apps/app-list.tsx'), 'AppList'),
})

/** The redirect address of OAuth providers: `/app/settings/apps/NAME`. */
const appRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/apps/$name',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./apps/authorize-app.tsx'), 'AuthorizeApp'),
})

export const accessRoutes = [
  usersRoute,
  publishableKeysRoute,
  apiKeysRoute,
  webhooksRoute,
  webhookRoute,
  appsRoute,
  appRoute,
] as const
