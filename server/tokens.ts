import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError } from 'jose/errors'
import { decodeJwt } from 'jose/jwt/decode'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Claims, TokenDomain, Tokens, TokenTerms } from '#entities/tokens.ts'

/** JSON web tokens (HS256). The key of each is made of the secret of the server and of what the token is bound to. */
export class SignedTokens implements Tokens {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  async sign(claims: Claims, { domain, lifetime, bond }: TokenTerms): Promise<string> {
    return new SignJWT({ ...claims, domain })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(this.#key(bond))
  }

  async read(
    token: string,
    domain: TokenDomain,
    bondOf: (claims: Claims) => Promise<string | null | undefined>,
  ): Promise<Claims | null> {
    const claims = claimsOf(token)
    if (claims?.domain !== domain) return null
    const bond = await bondOf(claims)
    if (!bond) return null
    try {
      return (await jwtVerify(token, this.#key(bond), { algorithms: ['HS256'], requiredClaims: ['exp'] })).payload
    } catch (error) {
      if (error instanceof JOSEError) return null
      throw error
    }
  }

  #key(bond: string): Buffer {
    return createHmac('sha256', this.#secret).update(`token\0${bond}`).digest()
  }
}

function claimsOf(token: string): JWTPayload | null {
  try {
    return decodeJwt(token)
  } catch {
    return null
  }
}
