export type Claims = Record<string, unknown>

export type TokenDomain =
  | 'store'
  | 'admin'
  | 'password_reset'
  | 'user_password_reset'
  | 'order_claim'
  | 'invite'
  | 'authenticator_app'
  | 'passkey'
  | 'payment_link'

export type TokenTerms = {
  domain: TokenDomain
  /** A value such as the password hash. The token becomes invalid when the value changes. */
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
  /** Returns null for an invalid token. `bondOf` returns the current bond and receives unverified claims. */
  read(
    token: string,
    domain: TokenDomain,
    bondOf: (claims: Claims) => Promise<string | null | undefined>,
  ): Promise<Claims | null>
  /** Encrypts a text. Only a call of `unseal` with the same purpose can read it. */
  seal(text: string, purpose: string): Promise<string>
  /** Returns null if the text has another purpose, was changed, or was encrypted with another secret of the server. */
  unseal(sealed: string, purpose: string): Promise<string | null>
}
