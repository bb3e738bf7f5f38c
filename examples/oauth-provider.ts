import { fetchUncompressed, type OAuthData, type OAuthProvider } from 'cartwright'
import * as oauth from 'oauth4webapi'

export interface ExampleSettings {
  issuer: string
  client_id: string
  client_secret: string
  /** Admin page that receives the code and the state, and sends both to `/admin/apps/authorizations`. */
  redirect_uri: string
  /** Allows an issuer without TLS, but only use it for an issuer on the same machine. */
  [oauth.allowInsecureRequests]?: boolean
}

/**
 * Connects an application with OAuth 2.0. List it in a plugin: `provides: { oauth: [await exampleProvider(settings)] }`.
 */
export async function exampleProvider({
  issuer,
  client_id,
  client_secret,
  redirect_uri,
  ...insecurity
}: ExampleSettings): Promise<OAuthProvider> {
  const options = { ...insecurity, [oauth.customFetch]: fetchUncompressed }
  const url = new URL(issuer)
  const found = await oauth.discoveryRequest(url, options)
  const server = await oauth.processDiscoveryResponse(url, found)
  const client: oauth.Client = { client_id }
  const secret = oauth.ClientSecretBasic(client_secret)

  const install = new URL(server.authorization_endpoint as string)
  install.search = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'orders' }).toString()

  return {
    application_name: 'example',
    display_name: 'Example',
    install_url: install.href,

    async generateToken(code, signal) {
      // The shop has already compared the state.
      const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState)
      const asking = { ...options, signal }
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        secret,
        parameters,
        redirect_uri,
        oauth.nopkce,
        asking,
      )
      return kept(await oauth.processAuthorizationCodeResponse(server, client, answer))
    },

    async refreshToken(token, signal) {
      const answer = await oauth.refreshTokenGrantRequest(server, client, secret, token, { ...options, signal })
      return kept(await oauth.processRefreshTokenResponse(server, client, answer))
    },

    async destroyToken({ access_token }, signal) {
      const answer = await oauth.revocationRequest(server, client, secret, String(access_token), {
        ...options,
        signal,
      })
      await oauth.processRevocationResponse(answer)
    },
  }
}

const kept = ({ access_token, refresh_token, token_type, scope, expires_in = 3600 }: oauth.TokenEndpointResponse) =>
  ({
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    token_type,
    ...(scope === undefined ? {} : { scope }),
    expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
  }) satisfies OAuthData
