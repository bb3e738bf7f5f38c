import { adminProcedure } from '../trpc.ts'

/** For users that manage users, keys and webhooks. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  ctx.user.assertManagesUsers()
  return next()
})
