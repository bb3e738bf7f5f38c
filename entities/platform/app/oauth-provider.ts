/** What a provider gives for a code, commonly `access_token`, `refresh_token`, `expires_in`, … The shop keeps it. */
export type OAuthData = Record<string, unknown>

/**
 * An application that the shop can be connected with. An error of a provider is told neither to callers nor to the log,
 * except for its kind: it may quote secrets. What it throws as a `DomainError` is told as it stands.
 */
export interface OAuthProvider {
  /** Names it for good. */
  readonly application_name: string
  readonly display_name: string
  /** Where an administrator lets the shop in; it is opened with a `state` that comes back with the code. */
  readonly install_url?: string
  /** Where an administrator takes that back. */
  readonly uninstall_url?: string
  /** How long an answer may take, in milliseconds. Default: 10 seconds. */
  readonly patience?: number
  generateToken(code: string, signal: AbortSignal): Promise<OAuthData>
  /** What it does not give anew stays: many keep their refresh token. */
  refreshToken(token: string, signal: AbortSignal): Promise<OAuthData>
  /** Makes what it gave worth nothing. */
  destroyToken?(data: OAuthData, signal: AbortSignal): Promise<void>
}

/** By their `application_name`. */
export type OAuthProviders = ReadonlyMap<string, OAuthProvider>
