import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { Conflict, InvalidData, NotFound } from '#entities/errors.ts'
import { App } from './app.ts'
import type { OAuthProvider, OAuthProviders } from './oauth-provider.ts'

/** Throws Conflict instead of waiting for the lock, so that a slow provider occupies only one connection. */
export async function lockApp(em: EntityManager, application_name: string): Promise<Row<App>> {
  const app = await lockRow(em, App, { application_name }, 'update skip locked')
  if (app) return app
  if ((await em.count(App, { application_name })) > 0) throw new Conflict()
  throw new NotFound(`Oauth application ${application_name} not found`)
}

export function findOAuthProvider(app: Row<App>, providers: OAuthProviders): OAuthProvider {
  const provider = providers.get(app.application_name)
  if (provider) return provider
  throw new InvalidData(
    `An OAuth handler for ${app.display_name} could not be found make sure the plugin is installed`,
  ).because({ name: 'app_without_handler', app: app.display_name })
}
