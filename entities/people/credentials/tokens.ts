export type Claims = Record<string, unknown>

export type TokenDomain = 'store' | 'admin' | 'password_reset' | 'user_password_reset' | 'order_claim' | 'invite'

export type TokenTerms = {
  domain: TokenDomain
  /** Value that the token is bound to, for example the password hash. A change of the value invalidates the token. */
  bond: string
} & (
  | {
      /** Lifetime of the token, for example `30d`. */
      lifetime: string
    }
  | { expires_at: Date }
)

export interface Tokens {
  sign(claims: Claims, terms: TokenTerms): Promise<string>
  /**
   * Returns null if the token is forged, expired, from another domain or bound to another value. `bondOf` receives
   * unverified claims.
   */
  read(
    token: string,
    domain: TokenDomain,
    bondOf: (claims: Claims) => Promise<string | null | undefined>,
  ): Promise<Claims | null>
}
