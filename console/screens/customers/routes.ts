import { IconUsers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const customersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  staticData: { needs: 'customers.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./customer-list.tsx'), 'CustomerList'),
})

const newCustomerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/new',
  staticData: { needs: 'customers.create' },
  component: lazyRouteComponent(() => import('./new-customer.tsx'), 'NewCustomer'),
})

const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$id',
  staticData: { needs: 'customers.get' },
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
})

const customerGroupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/groups',
  staticData: { needs: 'customerGroups.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./groups/group-list.tsx'), 'CustomerGroupList'),
})

const customerGroupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/groups/$id',
  staticData: { needs: 'customerGroups.get' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./groups/group-page.tsx'), 'CustomerGroupPage'),
})

export const customersArea: Area = { name: 'customers', path: '/customers', icon: IconUsers }
export const customersRoutes = [
  customersRoute,
  newCustomerRoute,
  customerGroupsRoute,
  customerGroupRoute,
  customerRoute,
] as const
