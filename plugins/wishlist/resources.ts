import {
  CustomerResource,
  columnsOf,
  defineResource,
  Product,
  ProductVariant,
  ProductVariantResource,
  pickColumns,
  toOne,
} from 'cartwright'
import { Wish } from './wish.ts'

export const AdminWish = defineResource({
  name: 'AdminWish',
  entity: Wish,
  columns: columnsOf(Wish),
  relations: () => ({ customer: toOne(CustomerResource), variant: toOne(ProductVariantResource) }),
})

/** An expanded relation omits products that are not published. */
const WishedProduct = defineResource({
  name: 'WishedProduct',
  entity: Product,
  columns: pickColumns(Product, ['id', 'title', 'handle', 'thumbnail']),
  scope: { status: ['published'] },
})

const WishedVariant = defineResource({
  name: 'WishedVariant',
  entity: ProductVariant,
  columns: pickColumns(ProductVariant, ['id', 'title', 'product_id']),
  relations: () => ({ product: toOne(WishedProduct) }),
})

export const WishResource = defineResource({
  name: 'Wish',
  entity: Wish,
  columns: columnsOf(Wish),
  relations: () => ({ variant: toOne(WishedVariant) }),
})
