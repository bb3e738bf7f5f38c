import { email } from 'cartwright/email'
import { storefront } from 'cartwright/storefront'
import { stripe } from 'cartwright/stripe'
import { defineShop } from './process/define-shop.ts'

/** The shop of this repository: the core with a storefront, e-mails and card payments. Environment variables configure the plugins. */
export const shop = defineShop({ plugins: [storefront({ country: 'de' }), email, stripe] })
