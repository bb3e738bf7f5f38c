import type { CustomerSnapshot } from '#entities/cart/cart/read-cart.ts'

/**
 * The customer of a cart without the columns that the caller may not see. An account is shown only to its customer. Another
 * caller sees only the e-mail address of a guest, because every caller can name a guest by an e-mail address.
 */
export function shownCustomer(customer: CustomerSnapshot | null, caller_id: string | null): CustomerSnapshot | null {
  if (!customer || customer.id === caller_id) return customer
  return customer.has_account ? null : { ...customer, ...PRIVATE }
}

const PRIVATE = { first_name: null, last_name: null, phone: null, metadata: null, billing_address_id: null }
