import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { assertCanGiveRole } from '#entities/people/role/find-role.ts'
import { lockGrants } from '#entities/people/role/lock-grants.ts'
import { resetSecondFactor } from '#entities/people/second-factor/reset-second-factor.ts'
import { createUser } from '#entities/people/user/create-user.ts'
import { deleteUser } from '#entities/people/user/delete-user.ts'
import { updateUser } from '#entities/people/user/update-user.ts'
import { User } from '#entities/people/user/user.ts'
import { rest } from '../../context/meta.ts'
import { optionalInputs, optionalSingleLines } from '../../inputs/columns.ts'
import { Email, requiredPassword } from '../../inputs/common.ts'
import { dateFilter, queryOneOrList } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { UserResource } from '../../resources/user.ts'
import { userAnswer } from './read-user.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  updated_at: dateFilter.optional(),
  created_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  role: z.string().optional(),
}

const userMutation = adminMutation(userAnswer)

export const userCrud = router({
  list: adminList('users', UserResource, filters, { pageSize: 50 })
    .meta(rest('GET', '/users', 'List users'))
    .query(({ input: { id, q, email, first_name, last_name, role, created_at, updated_at, deleted_at } }) => [
      equalTo({ id, email, first_name, last_name, role }),
      inRange({ created_at, updated_at, deleted_at }),
      searchText(q, ['email', 'first_name', 'last_name']),
    ]),

  get: adminGet(userAnswer, rest('GET', '/users/{id}', 'Retrieve a user'), {}),

  create: adminProcedure
    .meta(rest('POST', '/users', 'Create a user', { noIdempotency: true, manualTransactions: true }))
    .input(
      z.strictObject({
        email: Email,
        ...optionalSingleLines(User, ['first_name', 'last_name']),
        role: z.string().optional(),
        password: requiredPassword,
      }),
    )
    .output(userAnswer.response)
    .mutation(async ({ ctx, input: { password, ...facts } }) => {
      const password_hash = await hashPassword(password)
      return inTransaction(ctx.em, async (em) => {
        await assertCanGiveRole(em, await lockGrants(em, ctx), facts.role ?? 'member')
        const { id } = await createUser(em, { ...facts, password_hash })
        return userAnswer.read({ ...ctx, em }, id, {})
      })
    }),

  update: userMutation(
    z.strictObject({
      id: z.string(),
      ...optionalSingleLines(User, ['first_name', 'last_name']),
      ...optionalInputs(User, ['role', 'metadata']),
    }),
  )
    .meta(rest('POST', '/users/{id}', 'Update a user', { allowsOwnAccount: true }))
    .mutation(({ ctx, input }) => updateUser(ctx.em, ctx, input)),

  resetSecondFactor: userMutation(z.strictObject({ id: z.string() }))
    .meta(rest('DELETE', '/users/{id}/second-factor', 'Reset the two-factor authentication of a user'))
    .mutation(({ ctx, input: { id } }) => resetSecondFactor(ctx.em, ctx, id)),

  delete: adminDeletion('user')
    .meta(rest('DELETE', '/users/{id}', 'Delete a user'))
    .mutation(({ ctx, input: { id } }) => deleteUser(ctx.em, ctx, id)),
})
