import { email } from 'cartwright/email'
import { reviews } from 'cartwright/reviews'
import { storefront, testPayment } from 'cartwright/storefront'
import { stripe } from 'cartwright/stripe'
import { wishlist } from 'cartwright/wishlist'
import { defineShop } from './process/define-shop.ts'

/** The shop of this repository: the core with a storefront, reviews, wishlists, e-mails and payments. Environment variables configure the plugins. */
export const shop = defineShop({
  plugins: [storefront({ country: 'de' }), reviews, wishlist, testPayment, email, stripe],
})
