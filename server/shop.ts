import { email } from 'cartwright/email'
import { defineShop } from './shop/define-shop.ts'

/** The shop of this repository: the core with e-mails. */
export const shop = defineShop({ plugins: [email] })
