import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { isSameSecret } from '#entities/values/same-secret.ts'
import type { OAuthData } from './oauth-provider.ts'

/** A third-party application to which the shop connects through OAuth. */
const AppSchema = defineEntity({
  name: 'App',
  tableName: 'oauth',
  properties: {
    id: id('oauth'),
    application_name: p.text(),
    display_name: p.text(),
    install_url: p.text().nullable(),
    uninstall_url: p.text().nullable(),
    /** OAuth tokens from the provider, and the `state` of an unfinished authorization. */
    data: p.json<OAuthData>().nullable(),
  },
})

export class App extends AppSchema.class {
  /** Returns a new `state`. It invalidates the state of an earlier unfinished authorization. */
  beginAuthorization(): string {
    const state = randomBytes(32).toString('base64url')
    this.data = { ...this.data, state }
    return state
  }

  /** @throws NotAllowed if `state` does not belong to the unfinished authorization. */
  assertState(state: string): void {
    const expected = this.data?.state
    if (typeof expected !== 'string' || expected === '' || !isSameSecret(expected, state))
      throw new NotAllowed(`${this.display_name} could not match state`).because({
        name: 'app_state_mismatch',
        app: this.display_name,
      })
  }

  /** @throws NotAllowed if the application has no refresh token. */
  refreshToken(): string {
    const token = this.data?.refresh_token
    if (typeof token !== 'string')
      throw new NotAllowed(`${this.display_name} has no refresh token`).because({
        name: 'app_without_token',
        app: this.display_name,
      })
    return token
  }

  /** Replaces all tokens and ends the authorization, because a `state` is valid once. */
  storeTokens({ state: _, ...tokens }: OAuthData): void {
    this.data = tokens
  }

  /** Keeps an unfinished authorization, and the current refresh token unless there is a new one. */
  renewTokens({ state: _, ...tokens }: OAuthData): void {
    const { refresh_token, state } = this.data ?? {}
    this.data = { refresh_token, ...tokens, ...(state === undefined ? {} : { state }) }
  }

  deleteTokens(): void {
    this.data = null
  }
}
AppSchema.setClass(App)
