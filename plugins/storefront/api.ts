import type { ShopOperations } from 'cartwright'
import type { OtherPlugins } from './site/other-plugins.ts'

/* The parts of the API that the pages use. Each type is the output of a procedure. */

export type Store = ShopOperations['store'] & OtherPlugins

export interface Operations {
  admin: ShopOperations['admin']
  store: Store
}

type Answer<Procedure extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Procedure>>

export type Region = Answer<Store['regions']['list']>['regions'][number]
export type Category = Answer<Store['productCategories']['list']>['product_categories'][number]
export type Collection = Answer<Store['collections']['list']>['collections'][number]
export type Product = Answer<Store['products']['list']>['products'][number]
export type Variant = NonNullable<Product['variants']>[number]
export type Facets = NonNullable<Answer<Store['products']['search']>['facets']>
export type Cart = Answer<Store['carts']['get']>['cart']
export type LinkedPayment = Answer<Store['paymentLinks']['get']>['payment_link']
export type CartTenders = Answer<Store['carts']['getTenders']>
export type DiscountOutcome = Answer<Store['carts']['explainTotals']>['discounts'][number]
export type CartLine = Cart['items'][number]
export type Address = NonNullable<Cart['shipping_address']>
export type ShippingOption = Answer<Store['shippingOptions']['listForCart']>['shipping_options'][number]
export type Customer = Answer<Store['customers']['get']>['customer']
export type ReturnReason = Answer<Store['returnReasons']['list']>['return_reasons'][number]
export type Order = Answer<Store['orders']['get']>['order']
