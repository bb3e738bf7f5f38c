import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Correct the address and the e-mail',
  email: 'E-mail',
  emailOfGuest: 'Mails about this order go to this address.',
  emailOfAccount: 'Mails about this order go to this address. The account of the customer keeps its own.',
  shippingAddress: 'Shipping address',
  billingAddress: 'Billing address',
  sameAddress: 'The billing address is the same',
  termsStay: 'Prices, shipping costs and taxes of the order stay as they were sold.',
  alreadyPacked: 'Items are packed already. Check that their label has the new address.',
  alreadyShipped: 'Items are shipped already. A correction does not redirect them: ask the carrier.',
  corrected: 'Order corrected',
  wasAndIs: (name: string, was: string, is: string) => `${name}: ${was} → ${is}`,
  nothing: 'none',
}

export const orderContact = defineStrings(en, { de: () => import('./de/order-contact.ts') })
