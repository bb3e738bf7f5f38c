import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { requestOAuthData } from './call-oauth-provider.ts'
import { findOAuthProvider, lockApp } from './lock-app.ts'
import type { OAuthProviders } from './oauth-provider.ts'

export async function refreshApp(
  em: EntityManager,
  providers: OAuthProviders,
  application_name: string,
): Promise<void> {
  const app = await lockApp(em, application_name)
  const provider = findOAuthProvider(app, providers)
  const token = app.refreshToken()
  app.renewTokens(await requestOAuthData(provider, (signal) => provider.refreshToken(token, signal)))
  const payload = { id: app.id, application_name }
  await announce(em, 'oauth.token_refreshed', payload)
  await announce(em, `oauth.token_refreshed.${application_name}`, payload)
}
