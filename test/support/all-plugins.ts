import { b2bApproval } from '../../plugins/b2b-approval/index.ts'
import { digitalGoods } from '../../plugins/digital-goods/index.ts'
import { email } from '../../plugins/email/index.ts'
import { engraving } from '../../plugins/engraving/index.ts'
import { flatTax } from '../../plugins/flat-tax-service/index.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'
import { reviews } from '../../plugins/reviews/index.ts'
import { storeCreditPlugin } from '../../plugins/store-credit/index.ts'
import { stripe } from '../../plugins/stripe/index.ts'
import { subscriptions } from '../../plugins/subscriptions/index.ts'
import { wishlist } from '../../plugins/wishlist/index.ts'

/** The plugins of this repository that change the administration or the store. */
export const referencePlugins = [
  b2bApproval,
  digitalGoods,
  engraving,
  flatTax,
  loyalty,
  reviews,
  storeCreditPlugin,
  subscriptions,
  wishlist,
]

export const allPlugins = [email, stripe, ...referencePlugins]
