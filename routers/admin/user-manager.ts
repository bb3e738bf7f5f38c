import { rowGet } from '../procedures/row-get.ts'
import { rowList } from '../procedures/row-list.ts'
import { rowDeletion, rowMutation } from '../procedures/row-mutation.ts'
import { adminProcedure } from '../procedures/trpc.ts'

/** Base procedure for users that may manage users, API keys and webhooks. */
export const userManagerProcedure = adminProcedure.use(({ ctx, next }) => {
  ctx.user.assertManagesUsers()
  return next()
})
export const userManagerGet = rowGet(userManagerProcedure)
export const userManagerList = rowList(userManagerProcedure)
export const userManagerMutation = rowMutation(userManagerProcedure)
export const userManagerDeletion = rowDeletion(userManagerProcedure)
