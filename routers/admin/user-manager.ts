import { adminProcedure } from '../trpc.ts'

/** Base procedure for users that may manage users, API keys and webhooks. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  ctx.user.assertManagesUsers()
  return next()
})
