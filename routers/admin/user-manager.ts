import { assertManagesUsers } from '#entities/people/user/lock-users.ts'
import { adminProcedure } from '../trpc.ts'

/** For a user who says who else runs the shop. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  assertManagesUsers(ctx.user)
  return next()
})
