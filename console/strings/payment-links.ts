import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Payment link',
  hint: 'The customer reviews the draft order at the link and pays it. Then it becomes an order.',
  days: 'Valid for (days)',
  send: 'Send the link to the customer by e-mail',
  create: 'Create the link',
  link: 'Link',
  linkHint: 'The page belongs to the plugin storefront. Other storefronts take the token at its end.',
  validUntil: 'A payment link is valid until',
  revoke: 'Revoke the links',
  revoked: 'Links revoked',
}

export const paymentLinks = defineStrings(en, { de: () => import('./de/payment-links.ts') })
