import { z } from 'zod'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductImage } from '#entities/catalogue/product/product-image.ts'
import { ProductOption } from '#entities/catalogue/product/product-option.ts'
import { ProductOptionValue } from '#entities/catalogue/product/product-option-value.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { ProductVariantInventoryItem } from '#entities/inventory/item/variant-inventory-item.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, listOfOne, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { ProductCategoryResource } from './category.ts'
import { CustomerGroupResource } from './customer-group.ts'
import { CurrencyResource, RegionResource } from './region.ts'
import { SalesChannelResource } from './sales-channel.ts'
import { ShippingProfileResource } from './shipping.ts'

export const ProductTypeResource = defineResource({
  name: 'ProductType',
  entity: ProductType,
  columns: columnsOf(ProductType),
  occasional: shownTranslations,
})

export const ProductTagResource = defineResource({
  name: 'ProductTag',
  entity: ProductTag,
  columns: columnsOf(ProductTag),
  occasional: shownTranslations,
})

export const ImageResource = defineResource({ name: 'Image', entity: ProductImage, columns: columnsOf(ProductImage) })

const collection = defineResource({
  name: 'ProductCollection',
  entity: ProductCollection,
  fields: 'product_collection',
  columns: columnsOf(ProductCollection),
  occasional: shownTranslations,
  relations: () => ({ products: toMany(ProductResource) }),
})
export interface ProductCollectionView extends RowOf<typeof collection> {}
export const ProductCollectionResource: Resource<ProductCollectionView> = collection

const priceList = defineResource({
  name: 'PriceList',
  entity: PriceList,
  columns: columnsOf(PriceList),
  relations: () => ({ prices: toMany(MoneyAmountResource), customer_groups: toMany(CustomerGroupResource) }),
})
export interface PriceListView extends RowOf<typeof priceList> {}
export const PriceListResource: Resource<PriceListView> = priceList

const moneyAmount = defineResource({
  name: 'MoneyAmount',
  entity: MoneyAmount,
  columns: columnsOf(MoneyAmount),
  relations: () => ({
    price_list: toOne(PriceListResource),
    currency: toOne(CurrencyResource),
    region: toOne(RegionResource),
    variant: toOne(ProductVariantResource),
    variants: listOfOne('variant', ProductVariantResource),
  }),
})
export interface MoneyAmountView extends RowOf<typeof moneyAmount> {}
export const MoneyAmountResource: Resource<MoneyAmountView> = moneyAmount

const optionValue = defineResource({
  name: 'ProductOptionValue',
  entity: ProductOptionValue,
  columns: columnsOf(ProductOptionValue),
  occasional: shownTranslations,
  relations: () => ({ option: toOne(ProductOptionResource), variant: toOne(ProductVariantResource) }),
})
export interface ProductOptionValueView extends RowOf<typeof optionValue> {}
export const ProductOptionValueResource: Resource<ProductOptionValueView> = optionValue

const option = defineResource({
  name: 'ProductOption',
  entity: ProductOption,
  columns: columnsOf(ProductOption),
  occasional: shownTranslations,
  relations: () => ({ values: toMany(ProductOptionValueResource), product: toOne(ProductResource) }),
})
export interface ProductOptionView extends RowOf<typeof option> {}
export const ProductOptionResource: Resource<ProductOptionView> = option

/** The columns that customers may see. */
export const variantColumns = columnsOf(ProductVariant, {
  omit: ['taken_quantity', 'cost_amount', 'cost_currency_code'],
})

export const variantRelations = () => ({
  product: toOne(ProductResource),
  prices: toMany(MoneyAmountResource),
  options: toMany(ProductOptionValueResource),
  inventory_items: toMany(VariantInventoryItemResource),
})

/** Only if inventory is enabled. */
export const variantStock = { purchasable: z.boolean().optional() }

export const VariantInventoryItemResource = defineResource({
  name: 'ProductVariantInventoryItem',
  entity: ProductVariantInventoryItem,
  columns: columnsOf(ProductVariantInventoryItem),
})

const variant = defineResource({
  name: 'ProductVariant',
  entity: ProductVariant,
  fields: 'variant',
  columns: variantColumns,
  occasional: { ...variantStock, ...shownTranslations },
  relations: variantRelations,
})
export interface ProductVariantView extends RowOf<typeof variant> {}
export const ProductVariantResource: Resource<ProductVariantView> = variant

export const productRelations = () => ({
  variants: toMany(ProductVariantResource),
  options: toMany(ProductOptionResource),
  images: toMany(ImageResource),
  tags: toMany(ProductTagResource),
  type: toOne(ProductTypeResource),
  collection: toOne(ProductCollectionResource),
  sales_channels: toMany(SalesChannelResource),
  categories: toMany(ProductCategoryResource),
  profile: toOne(ShippingProfileResource),
  profiles: listOfOne('profile', ShippingProfileResource),
})

const product = defineResource({
  name: 'Product',
  entity: Product,
  fields: 'product',
  columns: columnsOf(Product),
  occasional: shownTranslations,
  relations: productRelations,
})
export interface ProductView extends RowOf<typeof product> {}
export const ProductResource: Resource<ProductView> = product
