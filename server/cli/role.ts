import type { EntityManager } from '@mikro-orm/postgresql'
import { Command } from 'commander'
import { findRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { NotFound } from '#entities/errors.ts'
import { createRole, deleteRole, updateRole } from '#entities/people/role/change-role.ts'
import { ADMINISTRATOR, grantOfRole } from '#entities/people/role/grant.ts'
import type { Granted } from '#entities/people/role/lock-grants.ts'
import { Role } from '#entities/people/role/role.ts'
import { validateScopes } from '#entities/people/role/scopes.ts'
import { adminProceduresOf } from '#routers/context/procedures-of.ts'
import type { WithShop } from '#server/process/with-shop.ts'

/** The operator of the server can give all rights. */
const OPERATOR: Granted = { user: null, api_key: null, grants: [grantOfRole(ADMINISTRATOR, [])] }

const SCOPES = 'procedures that the role allows: orders.list, products.*, read:*, *'

export function roleCommand(withShop: WithShop): Command {
  const role = new Command('role').description('Manage the roles of users')
  role
    .command('create')
    .description('Create a role')
    .argument('<name>', 'name of the role')
    .requiredOption('--scope <patterns...>', SCOPES)
    .action((name: string, { scope }: { scope: string[] }) =>
      withShop(async ({ orm, parts }) => {
        const scopes = validateScopes(scope, adminProceduresOf(parts.routers))
        await inTransaction(orm.em, (em) => createRole(em, OPERATOR, { name, scopes }))
        console.log(`${name} created`)
      }),
    )
  role
    .command('update')
    .description('Replace the scopes of a role. They apply to the next request of its users')
    .argument('<name>', 'name of the role')
    .requiredOption('--scope <patterns...>', SCOPES)
    .action((name: string, { scope: scopes }: { scope: string[] }) =>
      withShop(async ({ orm, parts }) => {
        const procedures = adminProceduresOf(parts.routers)
        await inTransaction(orm.em, async (em) =>
          updateRole(em, OPERATOR, { id: await idOfRole(em, name), scopes, procedures }),
        )
        console.log(`${name} updated`)
      }),
    )
  role
    .command('list')
    .description('List the roles with their scopes')
    .action(() =>
      withShop(async ({ orm }) => {
        const roles = await orm.em.fork().find(Role, {}, { orderBy: { created_at: 'asc', id: 'asc' } })
        for (const { name, scopes } of roles) console.log([name, scopes.join(' ')].join('\t'))
      }),
    )
  role
    .command('delete')
    .description('Delete a role that no user has')
    .argument('<name>', 'name of the role')
    .action((name: string) =>
      withShop(async ({ orm }) => {
        await inTransaction(orm.em, async (em) => deleteRole(em, OPERATOR, await idOfRole(em, name)))
        console.log(`${name} deleted`)
      }),
    )
  return role
}

async function idOfRole(em: EntityManager, name: string): Promise<string> {
  const role = await findRow(em, Role, { name })
  if (!role) throw new NotFound(`The role ${name} does not exist. List the roles: npm run shop -- role list`)
  return role.id
}
