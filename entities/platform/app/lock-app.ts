import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { Conflict, InvalidData, NotFound } from '#entities/errors.ts'
import { App } from './app.ts'
import type { OAuthProvider, OAuthProviders } from './oauth-provider.ts'

/**
 * Locks the application while the shop calls its provider. A second caller fails immediately, so a slow provider
 * occupies only one database connection.
 * @throws NotFound; Conflict if another request holds the lock.
 */
export async function lockApp(em: EntityManager, application_name: string): Promise<App> {
  const app = await em.findOne(App, { application_name }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE })
  if (app) return app
  if ((await em.count(App, { application_name })) > 0) throw new Conflict()
  throw new NotFound(`Oauth application ${application_name} not found`)
}

/** @throws InvalidData if the provider is not installed. */
export function findOAuthProvider(app: App, providers: OAuthProviders): OAuthProvider {
  const provider = providers.get(app.application_name)
  if (provider) return provider
  throw new InvalidData(`An OAuth handler for ${app.display_name} could not be found make sure the plugin is installed`)
}
