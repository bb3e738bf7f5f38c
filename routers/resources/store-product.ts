import { z } from 'zod'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { PricePeriod } from '#entities/catalogue/price-period/price-period.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductOption } from '#entities/catalogue/product/product-option.ts'
import { ProductOptionValue } from '#entities/catalogue/product/product-option-value.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, listOfOne, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { StoreCategoryResource } from './category.ts'
import { priceColumns } from './priced-product.ts'
import { productRelations, VariantInventoryItemResource, variantColumns, variantStock } from './product.ts'

/*
 * Product catalogue for the store. The relations must not lead to price lists, shipping options or unpublished
 * products.
 */

const StoreMoneyAmount = defineResource({
  name: 'StoreMoneyAmount',
  entity: MoneyAmount,
  columns: columnsOf(MoneyAmount),
})

const StoreOptionValue = defineResource({
  name: 'StoreProductOptionValue',
  entity: ProductOptionValue,
  columns: columnsOf(ProductOptionValue),
})

const StoreOption = defineResource({
  name: 'StoreProductOption',
  entity: ProductOption,
  columns: columnsOf(ProductOption),
  relations: () => ({ values: toMany(StoreOptionValue) }),
})

const StoreCollection = defineResource({
  name: 'StoreProductCollection',
  entity: ProductCollection,
  fields: 'product_collection',
  columns: columnsOf(ProductCollection),
})

const StoreProfile = defineResource({
  name: 'StoreShippingProfile',
  entity: ShippingProfile,
  columns: columnsOf(ShippingProfile),
})

/** The lowest prices of a variant in the market of the request. `fillPrices` sets these columns. */
const LowestPriceResource = defineResource({
  name: 'LowestPrice',
  entity: PricePeriod,
  columns: {},
  added: {
    amount: z.int().nullable(),
    amount_incl_tax: z.int().nullable(),
    prior_amount: z.int().nullable(),
    prior_amount_incl_tax: z.int().nullable(),
  },
})

const variant = defineResource({
  name: 'StoreProductVariant',
  entity: ProductVariant,
  fields: 'variant',
  columns: variantColumns,
  added: priceColumns,
  occasional: variantStock,
  relations: () => ({
    product: toOne(StoreProductResource),
    prices: toMany(StoreMoneyAmount),
    options: toMany(StoreOptionValue),
    inventory_items: toMany(VariantInventoryItemResource),
  }),
  addedRelations: () => ({ lowest_price: toOne(LowestPriceResource) }),
})
export interface StoreVariantView extends RowOf<typeof variant> {}
export const StoreVariantResource: Resource<StoreVariantView> = variant

const product = defineResource({
  name: 'StoreProduct',
  entity: Product,
  fields: 'product',
  columns: columnsOf(Product, { omit: ['archived_at'] }),
  relations: () => ({
    ...productRelations(),
    variants: toMany(StoreVariantResource),
    options: toMany(StoreOption),
    collection: toOne(StoreCollection),
    categories: toMany(StoreCategoryResource),
    profile: toOne(StoreProfile),
    profiles: listOfOne('profile', StoreProfile),
  }),
})
export interface StoreProductView extends RowOf<typeof product> {}
export const StoreProductResource: Resource<StoreProductView> = product
