import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
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
  const { refresh_token, state } = app.data ?? {}
  if (typeof refresh_token !== 'string') throw new NotAllowed(`${app.display_name} has no refresh token`)
  const { state: _, ...data } = await requestOAuthData(provider, (signal) =>
    provider.refreshToken(refresh_token, signal),
  )
  app.data = { refresh_token, ...data, ...(state === undefined ? {} : { state }) }
  const payload = { id: app.id, application_name }
  await announce(em, 'oauth.token_refreshed', payload)
  await announce(em, `oauth.token_refreshed.${application_name}`, payload)
}
