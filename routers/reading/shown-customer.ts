import type { CustomerSnapshot } from '#entities/cart/cart/read-cart.ts'

/**
 * Returns the customer of a cart without the columns that the caller may not see. Another caller sees no account,
 * and sees only the email address of a guest, because every caller can name a guest by an email address.
 */
export function shownCustomer(customer: CustomerSnapshot | null, caller_id: string | null): CustomerSnapshot | null {
  if (!customer || customer.id === caller_id) return customer
  return customer.has_account ? null : { ...customer, ...PRIVATE }
}

const PRIVATE = { first_name: null, last_name: null, phone: null, metadata: null, billing_address_id: null }
