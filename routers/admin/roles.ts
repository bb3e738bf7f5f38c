import { z } from 'zod'
import { statement } from '#database/statement.ts'
import { createRole, deleteRole, updateRole } from '#entities/people/role/change-role.ts'
import { movesMoney } from '#entities/people/role/money.ts'
import { validateScopes } from '#entities/people/role/scopes.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { emptyInput, SingleLine } from '../inputs/common.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { RoleResource } from '../resources/role.ts'

type ShownRole = z.output<typeof RoleResource>

const view = {
  resource: RoleResource,
  defaultOrder: 'created_at',
  async fill({ em }: ProcedureContext, roles: ShownRole[]): Promise<ShownRole[]> {
    const counts = new Map((await countUsers(em)).map(({ role, count }) => [role, count]))
    return roles.map((role) => ({ ...role, user_count: counts.get(role.name) ?? 0 }))
  },
}
const roleAnswer = rowAnswer('role', view)
const roleMutation = adminMutation(roleAnswer)

const countUsers = statement<{ role: string; count: number }>(`
  select role, count(*)::int as count from "user" where deleted_at is null group by role`)

const Name = SingleLine.pipe(z.string().trim().min(1).max(60))
const Scopes = z.array(z.string()).min(1).max(500)

const Scope = z.object({
  name: z.string(),
  summary: z.string(),
  reads: z.boolean(),
  moves_money: z.boolean(),
})

/* The path of the scopes must come first, because `/roles/{id}` also matches it. */

export const roles = router({
  listScopes: adminProcedure
    .meta(rest('GET', '/roles/scopes', 'List the procedures that roles and API keys can name'))
    .input(emptyInput)
    .output(z.object({ scopes: z.array(Scope) }))
    .query(({ ctx }) => ({
      scopes: ctx.services.adminProcedures.flatMap(({ name, summary, reads, isOpen }) =>
        isOpen ? [] : { name, summary, reads, moves_money: movesMoney({ name, reads }) },
      ),
    })),

  list: adminList('roles', view, { q: z.string().optional() }, { pageSize: 100 })
    .meta(rest('GET', '/roles', 'List roles'))
    .query(({ input: { q } }) => [searchText(q, ['name'])]),

  get: adminGet(roleAnswer, rest('GET', '/roles/{id}', 'Retrieve a role')),

  create: roleMutation(z.strictObject({ name: Name, scopes: Scopes }))
    .meta(rest('POST', '/roles', 'Create a role'))
    .mutation(({ ctx, input: { name, scopes } }) =>
      createRole(ctx.em, ctx, { name, scopes: validateScopes(scopes, ctx.services.adminProcedures) }),
    ),

  update: roleMutation(z.strictObject({ id: z.string(), name: Name.optional(), scopes: Scopes.optional() }))
    .meta(rest('POST', '/roles/{id}', 'Update a role'))
    .mutation(({ ctx, input }) => updateRole(ctx.em, ctx, { ...input, procedures: ctx.services.adminProcedures })),

  delete: adminDeletion('role')
    .meta(rest('DELETE', '/roles/{id}', 'Delete a role that no user has'))
    .mutation(({ ctx, input: { id } }) => deleteRole(ctx.em, ctx, id)),
})
