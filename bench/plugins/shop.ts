import { email } from 'cartwright/email'
import { stripe } from 'cartwright/stripe'
import { defineShop } from '#server/process/define-shop.ts'
import { b2bApproval } from '../../plugins/b2b-approval/index.ts'
import { engraving } from '../../plugins/engraving/index.ts'
import { flatTax } from '../../plugins/flat-tax-service/index.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'
import { reviews } from '../../plugins/reviews/index.ts'
import { storeCreditPlugin } from '../../plugins/store-credit/index.ts'
import { wishlist } from '../../plugins/wishlist/index.ts'

/** The shop of `server/shop.ts` with the reference plugins. */
export const shop = defineShop({
  plugins: [email, stripe, engraving, wishlist, reviews, b2bApproval, loyalty, storeCreditPlugin, flatTax],
})
