import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Payment link',
  hint_draft_order: 'The customer reviews the draft order at the link and pays it. Then it becomes an order.',
  hint_order: 'The customer sees the order at the link and pays the amount that is still due then.',
  hint_swap: 'The customer sees the exchange at the link, and confirms it by paying the difference.',
  days: 'Valid for (days)',
  send: 'Send the link to the customer by e-mail',
  sendTo: (email: string) => `Send the link to ${email}`,
  language: 'Language of the e-mail',
  languageOfOrder: 'Language of the order',
  sendNow: 'Create and send',
  create: 'Create the link',
  sent: (email: string) => `The link is on its way to ${email}.`,
  link: 'Link',
  linkHint: 'A person with the link can see the order and pay it, without an account.',
  ownAddress: 'The link leads to the storefront at this address. Is yours elsewhere?',
  setAddress: 'Set its page for payment links',
  validUntil: 'A payment link is valid until',
  revoke: 'Revoke the links',
  revoked: 'Links revoked',
  paid: 'Paid',
  paid_draft_order: 'The customer has paid, and the draft order is now an order.',
  paid_order: 'The order is paid. The link cannot collect a second payment.',
  paid_swap: 'The exchange is confirmed. Send the new items next.',
  shippingMissing: 'Choose the shipping of the new items.',
}

export const paymentLinks = defineStrings(en, { de: () => import('./de/payment-links.ts') })
