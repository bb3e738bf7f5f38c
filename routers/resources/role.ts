import { z } from 'zod'
import { Role } from '#entities/people/role/role.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const RoleResource = defineResource({
  name: 'Role',
  entity: Role,
  columns: columnsOf(Role),
  added: { user_count: z.int() },
})
