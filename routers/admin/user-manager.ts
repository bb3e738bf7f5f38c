import { adminProcedure } from '../trpc.ts'

/** For administrators, who manage users, keys and webhooks. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  ctx.user.assertManagesUsers()
  return next()
})
