import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '../event/announce.ts'
import { requestOAuthData } from './call-oauth-provider.ts'
import { findOAuthProvider, lockApp } from './lock-app.ts'
import type { OAuthProviders } from './oauth-provider.ts'

/** Starts an authorization. Its new `state` invalidates the state of an earlier unfinished authorization. */
export async function beginAuthorization(
  em: EntityManager,
  providers: OAuthProviders,
  application_name: string,
): Promise<{ install_url: string; state: string }> {
  const app = await lockApp(em, application_name)
  const { install_url } = findOAuthProvider(app, providers)
  if (!install_url)
    throw new NotAllowed(
      `${app.display_name} cannot be installed, because its OAuth handler has no install_url`,
    ).because({ name: 'app_not_installable', app: app.display_name })
  const state = app.beginAuthorization()
  const url = new URL(install_url)
  url.searchParams.set('state', state)
  return { install_url: url.href, state }
}

/** Exchanges `code` for tokens. A `state` is valid for one authorization. */
export async function authorizeApp(
  em: EntityManager,
  providers: OAuthProviders,
  { application_name, state, code }: { application_name: string; state: string; code: string },
): Promise<void> {
  const app = await lockApp(em, application_name)
  const provider = findOAuthProvider(app, providers)
  app.assertState(state)
  app.storeTokens(await requestOAuthData(provider, (signal) => provider.generateToken(code, signal)))
  const payload = { id: app.id, application_name }
  await announce(em, 'oauth.token_generated', payload)
  await announce(em, `oauth.token_generated.${application_name}`, payload)
}
