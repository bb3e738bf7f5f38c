import { StoreProductResource } from '../resources/store-product.ts'

export const storeProductView = {
  resource: StoreProductResource,
  defaults: {
    relations: [
      'variants.prices',
      'variants.options',
      'options.values',
      'images',
      'tags',
      'collection',
      'type',
      'profiles',
      'categories',
    ],
    strictFields: true,
  },
}
