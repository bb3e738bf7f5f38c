import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { shopError } from '#client/index.ts'
import { queryClient, trpc } from './api.ts'
import type { ProcedureName } from './permissions.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The procedure without which the page has no content. */
    needs?: ProcedureName
  }
}

export const rootRoute = createRootRoute()

/** The parent of all pages that need a signed-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      const [{ user }, permissions] = await Promise.all([
        queryClient.ensureQueryData(trpc.admin.auth.current.queryOptions()),
        queryClient.ensureQueryData(trpc.admin.auth.permissions.queryOptions()),
      ])
      return { user, permissions }
    } catch (error) {
      if (shopError(error)?.httpStatus !== 401) throw error
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
})
