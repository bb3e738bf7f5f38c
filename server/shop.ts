import { email } from 'cartwright/email'
import { storefront, testPayment } from 'cartwright/storefront'
import { stripe } from 'cartwright/stripe'
import { defineShop } from './process/define-shop.ts'

/** The shop of this repository: the core with a storefront, e-mails and payments. Environment variables configure the plugins. */
export const shop = defineShop({ plugins: [storefront({ country: 'de' }), testPayment, email, stripe] })
