import { type Executor, statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { assertCanGive, type Grant, scopesOfRole } from './grant.ts'

/** @throws InvalidData if the role does not exist. */
export async function findScopesOfRole(em: Executor, name: string): Promise<readonly string[]> {
  const [role] = await selectRole(em, name)
  if (!role) {
    const names = (await selectRoles(em)).map((other) => other.name).join(', ')
    throw new InvalidData(`The role ${name} does not exist. The roles are: ${names}.`)
      .about('role')
      .because({ name: 'role_unknown', role: name })
  }
  return scopesOfRole(name, role.scopes)
}

/** @throws Forbidden if the role can do something that the caller cannot. */
export async function assertCanGiveRole(em: Executor, grants: readonly Grant[], role: string): Promise<void> {
  assertCanGive(grants, await findScopesOfRole(em, role))
}

export async function findScopesOfRoles(em: Executor): Promise<ReadonlyMap<string, readonly string[]>> {
  const roles = await selectRoles(em)
  return new Map(roles.map(({ name, scopes }) => [name, scopesOfRole(name, scopes)]))
}

const selectRole = statement<{ scopes: string[] }>(`select scopes from role where name = $1 for key share`)
const selectRoles = statement<{ name: string; scopes: string[] }>(`
  select name, scopes from role order by created_at, id`)
