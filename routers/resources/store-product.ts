import type { z } from 'zod'
import { listOfOne, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { StoreCategoryResource } from './category.ts'
import { PricedProductResource, variantColumns } from './priced-product.ts'
import {
  MoneyAmountResource,
  ProductCollectionResource,
  ProductOptionResource,
  ProductOptionValueResource,
} from './product.ts'
import { ShippingProfileResource } from './shipping.ts'

/*
 * The catalogue as a storefront may see it: its relations lead to what a shopper needs, and not on to the price lists
 * and shipping options of the shop or to products that are not published.
 */

const StoreMoneyAmount = resource(
  'StoreMoneyAmount',
  MoneyAmountResource.omit({ price_list: true, currency: true, region: true, variant: true, variants: true }).shape,
)

const StoreOptionValue = resource(
  'StoreProductOptionValue',
  ProductOptionValueResource.omit({ option: true, variant: true }).shape,
)

const StoreOption = resource('StoreProductOption', ProductOptionResource.omit({ values: true, product: true }).shape, {
  values: toMany(StoreOptionValue),
})

const StoreCollection = resource('StoreProductCollection', ProductCollectionResource.omit({ products: true }).shape)

const StoreProfile = resource(
  'StoreShippingProfile',
  ShippingProfileResource.omit({ products: true, shipping_options: true }).shape,
)

export const StoreVariantResource = resource('StoreProductVariant', variantColumns, {
  get product(): ToOne<StoreProductView> {
    return toOne(StoreProductResource)
  },
  prices: toMany(StoreMoneyAmount),
  options: toMany(StoreOptionValue),
})

export const StoreProductResource = resource(
  'StoreProduct',
  PricedProductResource.omit({
    variants: true,
    options: true,
    collection: true,
    categories: true,
    profile: true,
    profiles: true,
  }).shape,
  {
    get variants(): ToMany<StoreVariantView> {
      return toMany(StoreVariantResource)
    },
    options: toMany(StoreOption),
    collection: toOne(StoreCollection),
    categories: toMany(StoreCategoryResource),
    profile: toOne(StoreProfile),
    profiles: listOfOne('profile', StoreProfile),
  },
)
export interface StoreVariantView extends z.output<typeof StoreVariantResource> {}
export interface StoreProductView extends z.output<typeof StoreProductResource> {}
