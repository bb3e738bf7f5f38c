import { accountPage } from '../account/account-page.ts'
import { cartPage } from '../cart/cart-page.ts'
import { buyForm } from '../catalogue/buy-form.ts'
import { filters } from '../catalogue/filters.ts'
import { homePage } from '../catalogue/home.ts'
import { listPage } from '../catalogue/list-page.ts'
import { priceTag } from '../catalogue/price-tag.ts'
import { productCard } from '../catalogue/product-card.ts'
import { productPage } from '../catalogue/product-page.ts'
import { checkoutPage } from '../checkout/checkout-page.ts'
import { contentPage } from '../content/content-page.ts'
import { orderPage } from '../orders/order-page.ts'
import { reviewSection } from '../reviews/review-section.ts'
import { errorMessage } from '../shell/error-page.ts'
import { footer } from '../shell/footer.ts'
import { header } from '../shell/header.ts'
import { layout } from '../shell/layout.ts'
import { wishlistPage } from '../wishlist/wishlist-page.ts'

/** The parts of the pages that a shop can replace. */
export const components = {
  ...{ layout, header, footer, errorMessage },
  ...{ homePage, listPage, filters, productCard, priceTag, productPage, buyForm, reviewSection },
  ...{ cartPage, checkoutPage, orderPage, accountPage, wishlistPage, contentPage },
}

export type Components = typeof components

/** The properties of a component, such as `ContentOf<'productPage'>`. */
export type ContentOf<Name extends keyof Components> = Parameters<Components[Name]>[1]
