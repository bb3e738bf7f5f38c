export type Claims = Record<string, unknown>

/** What a token is good for; one for a purpose is nothing for another. */
export type TokenDomain = 'store' | 'admin' | 'password_reset' | 'user_password_reset' | 'order_claim' | 'invite'

export type TokenTerms = {
  domain: TokenDomain
  /** What the token hangs on, such as a password hash: once that is another one, the token is worth nothing. */
  bond: string
} & (
  | {
      /** From now on, such as `30d`. */
      lifetime: string
    }
  | { expires_at: Date }
)

/** Makes and reads tokens that nobody else can make; the server knows how. */
export interface Tokens {
  sign(claims: Claims, terms: TokenTerms): Promise<string>
  /**
   * What the token claims; null where it is none, is not ours, is for another purpose or has had its time. `bondOf` finds
   * the bond of what it claims, which is nobody's word until then; null where there is nothing of the kind any more.
   */
  read(
    token: string,
    domain: TokenDomain,
    bondOf: (claims: Claims) => Promise<string | null | undefined>,
  ): Promise<Claims | null>
}
