export type Claims = Record<string, unknown>

/** A token is valid in one domain only. */
export type TokenDomain = 'store' | 'admin' | 'password_reset' | 'user_password_reset' | 'order_claim' | 'invite'

export type TokenTerms = {
  domain: TokenDomain
  /** The token is valid as long as this value, for example the password hash, does not change. */
  bond: string
} & (
  | {
      /** For example `30d`. */
      lifetime: string
    }
  | { expires_at: Date }
)

export interface Tokens {
  sign(claims: Claims, terms: TokenTerms): Promise<string>
  /**
   * Returns null if the token is forged, expired, from another domain or bound to another value. `bondOf` gets
   * unverified claims and returns the current bond.
   */
  read(
    token: string,
    domain: TokenDomain,
    bondOf: (claims: Claims) => Promise<string | null | undefined>,
  ): Promise<Claims | null>
}
