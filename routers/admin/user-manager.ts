import { assertManagesUsers } from '#entities/people/user/lock-users.ts'
import { adminProcedure } from '../trpc.ts'

/** For administrators, who manage users, keys and webhooks. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  assertManagesUsers(ctx.user)
  return next()
})
