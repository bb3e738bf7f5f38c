import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { shopError } from '#client/index.ts'
import { queryClient, trpc } from './api.ts'

export const rootRoute = createRootRoute()

/** The parent of all pages that need a signed-in user. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      const { user } = await queryClient.ensureQueryData(trpc.admin.auth.current.queryOptions())
      return { user }
    } catch (error) {
      if (shopError(error)?.httpStatus !== 401) throw error
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
})
