import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Forbidden, NotFound } from '#entities/errors.ts'
import { createUser } from '#entities/user/create-user.ts'
import { USER_ROLES, User } from '#entities/user/user.ts'
import { rest } from '../meta.ts'
import { requiredText } from '../schemas/common.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { SingleUserResource, UserResource } from '../schemas/resources/user.ts'
import { adminProcedure, router } from '../trpc.ts'

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

const user = answer({ user: SingleUserResource })

export const users = router({
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
    .output(user)
    .query(async ({ ctx, input }) => ({ user: await readUser(ctx.em, input.id, ctx.user) })),

  create: adminProcedure
    .meta(rest('POST', '/users', 'Add a user'))
    .input(
      z.strictObject({
        email: z.email(),
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
        role: z.enum(USER_ROLES).optional(),
        password: requiredText,
      }),
    )
    .output(user)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.user.managesUsers()) throw new Forbidden('Only an administrator manages users')
      const { id } = await createUser(ctx.em, input)
      await ctx.em.flush()
      return { user: await readUser(ctx.em, id, ctx.user) }
    }),
})

/** The user as `viewer` may see them: a token is shown to nobody else, and only where it is kept as it is. */
export async function readUser(
  em: EntityManager,
  id: string,
  viewer: User,
): Promise<z.output<typeof SingleUserResource>> {
  const row = await readRow(em, {}, { entity: User, resource: SingleUserResource, where: [{ id }] })
  if (!row) throw new NotFound(`User with id: ${id} was not found`)
  const isShown = id === viewer.id && !row.api_token?.startsWith('sha256:')
  return { ...row, api_token: isShown ? row.api_token : null }
}
