import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError } from 'jose/errors'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { decodeJwt } from 'jose/jwt/decode'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Claims, TokenDomain, Tokens, TokenTerms } from '#entities/people/credentials/tokens.ts'

/** JSON web tokens (HS256). The key of a token is derived from the server secret and the scope of the token. */
export class SignedTokens implements Tokens {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  async sign(claims: Claims, terms: TokenTerms): Promise<string> {
    const token = new SignJWT({ ...claims, domain: terms.domain }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    if ('expires_at' in terms) token.setExpirationTime(terms.expires_at)
    else token.setIssuedAt().setExpirationTime(terms.lifetime)
    return token.sign(this.#key(terms.bond))
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

  seal(text: string, purpose: string): Promise<string> {
    return new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(this.#sealKey(purpose))
  }

  async unseal(sealed: string, purpose: string): Promise<string | null> {
    try {
      const { plaintext } = await compactDecrypt(sealed, this.#sealKey(purpose))
      return Buffer.from(plaintext).toString()
    } catch (error) {
      if (error instanceof JOSEError) return null
      throw error
    }
  }

  #sealKey(purpose: string): Buffer {
    return createHmac('sha256', this.#secret).update(`seal\0${purpose}`).digest()
  }

  #key(bond: string): Buffer {
    return createHmac('sha256', this.#secret).update(`token\0${bond}`).digest()
  }
}

/** Returns unverified claims, or null if the shop does not issue such tokens. */
function claimsOf(token: string): JWTPayload | null {
  try {
    const claims = decodeJwt(token)
    return Object.values(claims).every(isClaim) ? claims : null
  } catch {
    return null
  }
}

function isClaim(value: unknown): boolean {
  return typeof value === 'number' || isText(value) || (Array.isArray(value) && value.every(isText))
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
