import type { CustomerSnapshot } from '#entities/cart/cart/read-cart.ts'

/**
 * The customer of a cart, as far as the caller may see this customer. An account is shown to its customer only. Of a guest
 * only the e-mail address is shown, because every caller can name a guest by an e-mail address.
 */
export function shownCustomer(customer: CustomerSnapshot | null, caller_id: string | null): CustomerSnapshot | null {
  if (!customer || customer.id === caller_id) return customer
  return customer.has_account ? null : { ...customer, ...PRIVATE }
}

const PRIVATE = { first_name: null, last_name: null, phone: null, metadata: null, billing_address_id: null }
