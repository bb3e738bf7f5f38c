import { createHash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { Order } from '#entities/orders/order/order.ts'
import { tags } from '#entities/platform/tag/tag.ts'
import { Address } from './address.ts'
import { CustomerGroup } from './customer-group.ts'

/** A guest and a registered customer (`has_account`) may have the same e-mail address, always in lower case. */
const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  properties: {
    id: id('cus'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    email: personal(p.text(), { contains: 'email' }),
    first_name: personal(p.text().nullable()),
    last_name: personal(p.text().nullable()),
    phone: personal(p.text().nullable()),
    has_account: flag(false),
    password_hash: personal(p.text().nullable().hidden().lazy()),
    /** Hash of the access token of the request that set the password. This token stays valid. */
    kept_token_hash: personal(p.text().nullable().hidden().lazy()),
    /** The accounts of the customer at payment providers: `{ stripe: 'cus_…' }`. Only the import from Medusa v1 sets it. */
    payment_accounts: personal(p.json<Record<string, string>>().nullable().hidden().lazy()),
    billing_address_id: p.text().nullable(),
    ...tags(),
    billing_address: () => p.manyToOne(Address).joinColumn('billing_address_id').persist(false).nullable(),
    shipping_addresses: () => p.oneToMany(Address).mappedBy('customer').orderBy({ created_at: 'asc', id: 'asc' }),
    orders: () => p.oneToMany(Order).mappedBy('customer').orderBy({ created_at: 'asc', id: 'asc' }),
    groups: () =>
      p
        .manyToMany(CustomerGroup)
        .pivotTable('customer_group_customers')
        .joinColumn('customer_id')
        .inverseJoinColumn('customer_group_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class Customer extends CustomerSchema.class {
  /** Invalidates all access tokens except `accessToken`, the token of the current request. */
  changePassword(passwordHash: string, accessToken: string | null): void {
    this.password_hash = passwordHash
    this.kept_token_hash = accessToken && hashToken(accessToken)
  }

  assertCanChangeEmail(): void {
    if (this.has_account)
      throw new InvalidData('Email cannot be changed when the user has registered their account')
        .about('email')
        .because({ name: 'customer_has_account' })
  }

  keepsToken(accessToken: string): boolean {
    return this.kept_token_hash === hashToken(accessToken)
  }
}
CustomerSchema.setClass(Customer)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
