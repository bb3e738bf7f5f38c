import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, softDelete, timestamps } from '#entities/base.ts'
import { Forbidden, InvalidData } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import { includesScope } from '../role/scopes.ts'
import { User } from '../user/user.ts'
import { createKeySecret } from './secret.ts'

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: id('apk'),
    ...timestamps(),
    ...softDelete(),
    name: p.text(),
    /** Last characters of the secret, which help users to recognize a key. */
    hint: p.text(),
    secret_hash: p.text().hidden(),
    scopes: p.array(),
    expires_at: p.datetime(3).nullable(),
    /** Updated at most once a minute. */
    last_used_at: p.datetime(3).nullable(),
    created_by: p.text(),
    /** The API key that created this key. Revoking that key also revokes this key. */
    made_by_key_id: p.text().nullable(),
    created_by_user: () => p.manyToOne(User).joinColumn('created_by').persist(false).nullable(),
  },
  filters: alive,
})

export type KeyLimits = Pick<ApiKey, 'scopes' | 'expires_at'>

export class ApiKey extends ApiKeySchema.class {
  assertCreatedBy(userId: string): void {
    if (this.created_by !== userId)
      throw new Forbidden(
        'Only the user who created an API key can change it. Other administrators can revoke it.',
      ).because({ name: 'other_users_key' })
  }

  assertCanGrant({ scopes, expires_at }: KeyLimits): void {
    const missingScopes = scopes.filter((scope) => !this.scopes.some((own) => includesScope(own, scope)))
    if (missingScopes.length > 0)
      throw new Forbidden(`An API key cannot grant scopes that it does not have: ${missingScopes.join(', ')}`)
    if (this.expires_at && (!expires_at || expires_at > this.expires_at))
      throw new Forbidden('A key created with an API key cannot expire later than that key')
  }

  /** Returns the new secret, which cannot be read again. */
  renewSecret(): string {
    const { secret, secret_hash, hint } = createKeySecret()
    this.secret_hash = secret_hash
    this.hint = hint
    return secret
  }
}
ApiKeySchema.setClass(ApiKey)

export function assertExpiresLater(expires_at: Date | null | undefined): void {
  if (expires_at && expires_at <= now())
    throw new InvalidData('expires_at must be in the future').because({ name: 'date_in_past' })
}
