import { z } from 'zod'
import { createUser } from '#entities/user/create-user.ts'
import { deleteUser } from '#entities/user/delete-user.ts'
import { updateUser } from '#entities/user/update-user.ts'
import { USER_ROLES, User } from '#entities/user/user.ts'
import { rest } from '../../meta.ts'
import { deleted, Email, Metadata, requiredText } from '../../schemas/common.ts'
import { equal, search, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { UserResource } from '../../schemas/resources/user.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { userManagerProcedure } from '../user-manager.ts'
import { readUser, withUser } from './read-user.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  updated_at: dateFilter.optional(),
  created_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  role: z.enum(USER_ROLES).optional(),
}

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/users', 'List the users of the shop'))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('users', UserResource))
    .query(async ({ ctx, input }) => {
      const { id, q, email, first_name, last_name, role, created_at, updated_at, deleted_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        entity: User,
        resource: UserResource,
        withDeleted: deleted_at !== undefined,
        where: [
          equal({ id, email, first_name, last_name, role }),
          within({ created_at, updated_at, deleted_at }),
          search(q, ['email', 'first_name', 'last_name']),
        ],
      })
      return { users: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/users/{id}', 'Read a user'))
    .input(z.strictObject({ id: z.string() }))
    .output(withUser)
    .query(async ({ ctx, input }) => ({ user: await readUser(ctx.em, input.id, ctx) })),

  create: userManagerProcedure
    .meta(rest('POST', '/users', 'Add a user', { forgets: true }))
    .input(
      z.strictObject({
        email: Email,
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
        role: z.enum(USER_ROLES).optional(),
        password: requiredText,
      }),
    )
    .output(withUser)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createUser(ctx.em, input)
      return { user: await readUser(ctx.em, id, ctx) }
    }),

  update: adminProcedure
    .meta(rest('POST', '/users/{id}', 'Change a user: oneself, or anybody as an administrator'))
    .input(
      z.strictObject({
        id: z.string(),
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
        role: z.enum(USER_ROLES).nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(withUser)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await updateUser(ctx.em, { by: ctx.user.id, for: id }, changes)
      await ctx.em.flush()
      return { user: await readUser(ctx.em, id, ctx) }
    }),

  delete: userManagerProcedure
    .meta(rest('DELETE', '/users/{id}', 'Delete a user'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteUser(ctx.em, { by: ctx.user.id, for: id })
      await ctx.em.flush()
      return { id, object: 'user', deleted: true }
    }),
})
