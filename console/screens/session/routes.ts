import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '#console/app/routes.ts'

/* The server sends the links `/reset-password?token=…` and `/invite?token=…` by e-mail. */

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search): { next?: string | undefined } => ({ next: text(search.next) }),
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
})

const forgottenPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten-password',
  component: lazyRouteComponent(() => import('./forgotten-password.tsx'), 'ForgottenPassword'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: (search): { token?: string | undefined } => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword'),
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  validateSearch: (search): { token?: string | undefined } => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('./accept-invite.tsx'), 'AcceptInvite'),
})

/** The way of a person from one shop to another. */
const enterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enter',
  validateSearch: (search): { to?: string | undefined; state?: string | undefined } => ({
    to: text(search.to),
    state: text(search.state),
  }),
  component: lazyRouteComponent(() => import('./enter-shop.tsx'), 'EnterShop'),
})

export const sessionRoutes = [signInRoute, forgottenPasswordRoute, resetPasswordRoute, inviteRoute, enterRoute] as const
