import type { EntityManager } from '@mikro-orm/postgresql'
import { callOAuthProvider } from './call-oauth-provider.ts'
import { lockApp } from './lock-app.ts'
import type { OAuthProviders } from './oauth-provider.ts'

/** Revokes the tokens at the provider and deletes them. If the provider fails, the shop keeps the tokens. */
export async function uninstallApp(
  em: EntityManager,
  providers: OAuthProviders,
  application_name: string,
): Promise<void> {
  const app = await lockApp(em, application_name)
  const provider = providers.get(application_name)
  const { data } = app
  if (data && provider?.destroyToken)
    await callOAuthProvider(provider, async (signal) => provider.destroyToken?.(data, signal))
  app.deleteTokens()
}
