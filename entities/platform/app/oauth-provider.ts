export type OAuthData = Record<string, unknown>

/**
 * The shop logs only the kind of an error of a provider, because its message may contain a token. A `DomainError` is
 * shown to the caller.
 */
export interface OAuthProvider {
  /** Must never change. */
  readonly application_name: string
  readonly display_name: string
  /** The page where an administrator grants access. The shop opens it with a `state`. */
  readonly install_url?: string
  /** The page where an administrator revokes access. */
  readonly uninstall_url?: string
  /** Timeout of each provider call, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  generateToken(code: string, signal: AbortSignal): Promise<OAuthData>
  /** Returns new tokens. The provider may omit values that stay the same, such as the refresh token. */
  refreshToken(token: string, signal: AbortSignal): Promise<OAuthData>
  destroyToken?(data: OAuthData, signal: AbortSignal): Promise<void>
}

export type OAuthProviders = ReadonlyMap<string, OAuthProvider>
