import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import type { Grant } from '#entities/people/role/grant.ts'
import { validateScopes } from '#entities/people/role/scopes.ts'
import { userById } from '#entities/people/user/find-user.ts'
import { userFromJson } from '#entities/people/user/user-from-json.ts'
import { shopOf } from '#entities/shop.ts'
import type { Identity } from '#routers/context/context.ts'
import type { Services } from '#routers/context/services.ts'
import { anonymousIdentity, identityOfUser } from '../auth/identity.ts'
import type { Actor, PluginActor } from '../plugin/operations.ts'

/** @throws InvalidData for an unknown plugin or scope. */
export function assertActor(actor: Actor, { orm, adminProcedures }: Services): void {
  if (typeof actor === 'string' || !('plugin' in actor)) return
  if (!shopOf(orm).plugins.some(({ name }) => name === actor.plugin))
    throw new InvalidData(`The shop has no plugin ${actor.plugin}`)
  validateScopes(actor.scopes, adminProcedures)
}

/** @throws NotFound for an unknown user or customer. */
export async function identityOf(actor: Actor, em: EntityManager): Promise<Identity> {
  if (actor === 'guest') return anonymousIdentity
  if ('plugin' in actor) return pluginIdentity(actor)
  if ('user_id' in actor) {
    const holder = await userById(em, actor.user_id)
    if (!holder) throw new NotFound(`User with id: ${actor.user_id} was not found`)
    return identityOfUser(holder, 'code')
  }
  const { customer_id } = actor
  if ((await em.count(Customer, { id: customer_id, has_account: true })) === 0)
    throw new NotFound(`No customer with an account has the id ${customer_id}`)
  return { ...anonymousIdentity, customer_id, customer_authenticated_by: 'code' }
}

/** The plugin has the rights of an API key with its scopes. */
function pluginIdentity({ plugin, scopes }: PluginActor): Identity {
  const id = `plugin ${plugin}`
  const user = userFromJson({ id, email: id, role: 'admin', first_name: null, last_name: null })
  const api_key = { id, name: `of the ${id}` }
  const grants: Grant[] = [{ kind: 'api_key', name: api_key.name, scopes }]
  return { ...anonymousIdentity, user, user_authenticated_by: 'code', api_key, grants, plugin }
}
