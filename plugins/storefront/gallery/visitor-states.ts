import { html } from 'cartwright'
import type { Product } from '../api.ts'
import type { Components } from '../site/components.ts'
import { longText, soldOut, withLongTexts } from './samples.ts'
import { ofCart, ofCustomer, ofOrder, ofProduct, part, type States } from './state.ts'

const wished = (product: Product) => ({
  wish: { id: `wish_${product.id}`, variant_id: product.variants?.at(-1)?.id ?? '' },
  product,
})

export const visitorStates = {
  cartPage: {
    empty: part(({ visit }) => visit.site.components.cartPage(visit, { cart: null })),
    full: ofCart(({ visit, cart }) =>
      visit.site.components.cartPage(visit, { cart, notice: visit.texts.cart.added('A') }),
    ),
    error: ofCart(({ visit, cart }) =>
      visit.site.components.cartPage(visit, {
        ...{ cart, error: visit.texts.errors.outOfStock, codeError: visit.texts.errors.codeUnknown },
      }),
    ),
    'long texts': ofCart(({ visit, cart }) =>
      visit.site.components.cartPage(visit, {
        cart: { ...cart, items: cart.items.map((line) => ({ ...line, title: longText(), description: longText() })) },
      }),
    ),
  },
  checkoutPage: {
    address: ofCart(({ visit, cart }) =>
      visit.site.components.checkoutPage(visit, { cart, step: 'address', form: html`<h2>The form of the step</h2>` }),
    ),
    payment: ofCart(({ visit, cart }) =>
      visit.site.components.checkoutPage(visit, {
        ...{ cart, step: 'payment', form: html`<h2>The form of the step</h2>`, error: visit.texts.checkout.declined },
        codes: { back: '/checkout/payment', error: visit.texts.errors.codeUnknown },
      }),
    ),
  },
  orderPage: {
    placed: ofOrder(({ visit, order }) => visit.site.components.orderPage(visit, { order, isNew: true })),
    later: ofOrder(({ visit, order }) => visit.site.components.orderPage(visit, { order, isNew: false })),
    canceled: ofOrder(({ visit, order }) =>
      visit.site.components.orderPage(visit, { order: { ...order, status: 'canceled' }, isNew: false }),
    ),
  },
  accountPage: {
    orders: ofCustomer(({ visit, customer, orders }) => visit.site.components.accountPage(visit, { customer, orders })),
    empty: ofCustomer(({ visit, customer }) => visit.site.components.accountPage(visit, { customer, orders: [] })),
  },
  wishlistPage: {
    full: ofProduct(({ visit, product, cards }) =>
      visit.site.components.wishlistPage(visit, {
        wishes: [product, ...cards, soldOut(product)].map(wished),
        error: visit.texts.wishlist.full,
      }),
    ),
    'long texts': ofProduct(({ visit, product }) =>
      visit.site.components.wishlistPage(visit, { wishes: [wished(withLongTexts(product))] }),
    ),
    empty: part(({ visit }) => visit.site.components.wishlistPage(visit, { wishes: [] })),
  },
} satisfies Partial<Record<keyof Components, States>>
