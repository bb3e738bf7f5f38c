import { email } from 'cartwright/email'
import { stripe } from 'cartwright/stripe'
import { defineShop } from './process/define-shop.ts'

/** The shop of this repository: the core with e-mails and card payments. Environment variables configure both. */
export const shop = defineShop({ plugins: [email, stripe] })
