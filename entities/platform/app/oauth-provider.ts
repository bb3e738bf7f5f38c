export type OAuthData = Record<string, unknown>

/** Callers see a thrown `DomainError`. The shop hides the messages of other errors, which may contain tokens. */
export interface OAuthProvider {
  /** Identifies the stored application, so it must never change. */
  readonly application_name: string
  readonly display_name: string
  /** URL of the page where an administrator grants access. The shop appends the parameter `state`. */
  readonly install_url?: string
  /** URL of the page where an administrator revokes access. */
  readonly uninstall_url?: string
  /** Timeout of each provider call, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  generateToken(code: string, signal: AbortSignal): Promise<OAuthData>
  /** Returns new tokens. If the result has no `refresh_token`, the shop keeps the current refresh token. */
  refreshToken(token: string, signal: AbortSignal): Promise<OAuthData>
  destroyToken?(data: OAuthData, signal: AbortSignal): Promise<void>
}

export type OAuthProviders = ReadonlyMap<string, OAuthProvider>
