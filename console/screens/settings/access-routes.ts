import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/users',
  staticData: { needs: 'users.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./users/user-list.tsx'), 'UserList'),
})

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/roles',
  staticData: { needs: 'roles.list' },
  component: lazyRouteComponent(() => import('./roles/role-list.tsx'), 'RoleList'),
})

const newRoleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/roles/new',
  staticData: { needs: 'roles.create' },
  component: lazyRouteComponent(() => import('./roles/new-role.tsx'), 'NewRole'),
})

const roleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/roles/$id',
  staticData: { needs: 'roles.get' },
  component: lazyRouteComponent(() => import('./roles/role-page.tsx'), 'RolePage'),
})

const publishableKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/publishable-keys',
  staticData: { needs: 'publishableApiKeys.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./publishable-keys/key-list.tsx'), 'PublishableKeyList'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/api-keys',
  staticData: { needs: 'apiKeys.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./api-keys/api-key-list.tsx'), 'ApiKeyList'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/webhooks',
  staticData: { needs: 'webhooks.list' },
  component: lazyRouteComponent(() => import('./webhooks/webhook-list.tsx'), 'WebhookList'),
})

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/webhooks/$id',
  staticData: { needs: 'webhooks.get' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const appsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/apps',
  staticData: { needs: 'apps.list' },
  component: lazyRouteComponent(() => import('./apps/app-list.tsx'), 'AppList'),
})

/** The redirect address of OAuth providers: `/app/settings/apps/NAME`. */
const appRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/apps/$name',
  staticData: { needs: 'apps.authorize' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./apps/authorize-app.tsx'), 'AuthorizeApp'),
})

export const accessRoutes = [
  usersRoute,
  rolesRoute,
  newRoleRoute,
  roleRoute,
  publishableKeysRoute,
  apiKeysRoute,
  webhooksRoute,
  webhookRoute,
  appsRoute,
  appRoute,
] as const
