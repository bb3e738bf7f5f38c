import { NotFound } from 'cartwright'
import { z } from 'zod'
import { account } from './account/account-page.ts'
import { addAddress, deleteAddress, newAddress } from './account/addresses.ts'
import { logIn, login, logOut } from './account/login.ts'
import { forgotten, requestPassword, reset, resetPassword } from './account/password.ts'
import { paymentMethods, removePaymentMethod } from './account/payment-methods.ts'
import { createAccount, register } from './account/register.ts'
import { addLine } from './cart/add-to-cart.ts'
import { cart } from './cart/cart-page.ts'
import { addCode, changeLine, removeCode } from './cart/change-cart.ts'
import { home } from './catalogue/home.ts'
import { allProducts, category, collection, search } from './catalogue/lists.ts'
import { product } from './catalogue/product-page.ts'
import { suggest } from './catalogue/suggest.ts'
import { address, saveAddress } from './checkout/address-page.ts'
import { chooseBalances } from './checkout/choose-balances.ts'
import { chooseDelivery, delivery } from './checkout/delivery-page.ts'
import { linkPayment, payLink } from './checkout/pay-link.ts'
import { payment } from './checkout/payment-page.ts'
import { placeOrder } from './checkout/place-order.ts'
import { afterPayment, paymentReturn } from './checkout/return-page.ts'
import { written } from './content/content-page.ts'
import { chooseMarket, market } from './market/market-page.ts'
import { findOrder, orders } from './orders/find-order.ts'
import { order } from './orders/order-page.ts'
import { previewOf } from './preview/preview.ts'
import { newReturn, requestReturn } from './returns/return-page.ts'
import { newReview, writeReview } from './reviews/write-review.ts'
import { form, page } from './site/page.ts'
import { changeWishlist, moveToCart } from './wishlist/change-wishlist.ts'
import { wishlist } from './wishlist/wishlist-page.ts'

const previews = {
  ...{ previewHome: previewOf(home), previewProducts: previewOf(allProducts), previewProduct: previewOf(product) },
  ...{ previewCategory: previewOf(category), previewCollection: previewOf(collection) },
}

const refuse = () => {
  throw new NotFound('This page does not exist')
}
const missing = page('/*path', {}, refuse)
const missingForm = form('/*path', z.looseObject({}), refuse)

/** All pages and forms by name. */
export const pages = {
  ...{ home, allProducts, category, collection, search, suggest, product, written },
  ...previews,
  ...{ cart, addLine, changeLine, addCode, removeCode },
  ...{
    address,
    saveAddress,
    delivery,
    chooseDelivery,
    payment,
    chooseBalances,
    placeOrder,
    paymentReturn,
    afterPayment,
  },
  ...{ linkPayment, payLink },
  ...{ account, login, logIn, logOut, register, createAccount, forgotten, requestPassword, reset, resetPassword },
  ...{ paymentMethods, removePaymentMethod, newAddress, addAddress, deleteAddress, newReturn, requestReturn },
  ...{ newReview, writeReview, wishlist, changeWishlist, moveToCart },
  ...{ orders, findOrder, order, market, chooseMarket, missing, missingForm },
}
