import type { CustomerSnapshot } from '#entities/cart/cart/read-cart.ts'

/**
 * Hides a customer with an account from other callers. They see only the email of a guest, because any caller can
 * enter this email.
 */
export function shownCustomer(customer: CustomerSnapshot | null, caller_id: string | null): CustomerSnapshot | null {
  if (!customer || customer.id === caller_id) return customer
  return customer.has_account ? null : { ...customer, ...PRIVATE }
}

const PRIVATE = { first_name: null, last_name: null, phone: null, metadata: null, billing_address_id: null }
