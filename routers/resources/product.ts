import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/catalogue/product/product.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { listOfOne, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { ProductCategoryResource, type ProductCategoryView } from './category.ts'
import { CustomerGroupResource, type CustomerGroupView } from './customer-group.ts'
import { CurrencyResource, type CurrencyView, RegionResource, type RegionView } from './region.ts'
import { SalesChannelResource, type SalesChannelView } from './sales-channel.ts'
import { ShippingProfileResource, type ShippingProfileView } from './shipping.ts'

const row = { id: z.string(), ...timestamps, ...softDelete, ...metadata }

const physical = {
  weight: z.int().nullable(),
  length: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  hs_code: z.string().nullable(),
  origin_country: z.string().nullable(),
  mid_code: z.string().nullable(),
  material: z.string().nullable(),
}

export const ProductTypeResource = resource('ProductType', { ...row, value: z.string() })
export const ProductTagResource = resource('ProductTag', { ...row, value: z.string() })
export const ImageResource = resource('Image', { ...row, url: z.string() })

export const ProductCollectionResource = resource(
  'ProductCollection',
  { ...row, title: z.string(), handle: z.string().nullable() },
  {
    get products(): ToMany<ProductView> {
      return toMany(ProductResource)
    },
  },
)

export const PriceListResource = resource(
  'PriceList',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    name: z.string(),
    description: z.string(),
    type: z.enum(['sale', 'override']),
    status: z.enum(['active', 'draft']),
    starts_at: z.date().nullable(),
    ends_at: z.date().nullable(),
    includes_tax: z.boolean(),
  },
  {
    get prices(): ToMany<MoneyAmountView> {
      return toMany(MoneyAmountResource)
    },
    get customer_groups(): ToMany<CustomerGroupView> {
      return toMany(CustomerGroupResource)
    },
  },
)

export const MoneyAmountResource = resource(
  'MoneyAmount',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    currency_code: z.string(),
    amount: z.int(),
    min_quantity: z.int().nullable(),
    max_quantity: z.int().nullable(),
    price_list_id: z.string().nullable(),
    region_id: z.string().nullable(),
    variant_id: z.string(),
  },
  {
    get price_list(): ToOne<PriceListView> {
      return toOne(PriceListResource)
    },
    get currency(): ToOne<CurrencyView> {
      return toOne(CurrencyResource)
    },
    get region(): ToOne<RegionView> {
      return toOne(RegionResource)
    },
    get variant(): ToOne<ProductVariantView> {
      return toOne(ProductVariantResource)
    },
    get variants(): ToMany<ProductVariantView> {
      return listOfOne('variant', ProductVariantResource)
    },
  },
)

export const ProductOptionValueResource = resource(
  'ProductOptionValue',
  { ...row, value: z.string(), option_id: z.string(), variant_id: z.string() },
  {
    get option(): ToOne<ProductOptionView> {
      return toOne(ProductOptionResource)
    },
    get variant(): ToOne<ProductVariantView> {
      return toOne(ProductVariantResource)
    },
  },
)

export const ProductOptionResource = resource(
  'ProductOption',
  { ...row, title: z.string(), product_id: z.string() },
  {
    get values(): ToMany<ProductOptionValueView> {
      return toMany(ProductOptionValueResource)
    },
    get product(): ToOne<ProductView> {
      return toOne(ProductResource)
    },
  },
)

export const ProductVariantResource = resource(
  'ProductVariant',
  {
    ...row,
    title: z.string(),
    product_id: z.string(),
    sku: z.string().nullable(),
    barcode: z.string().nullable(),
    ean: z.string().nullable(),
    upc: z.string().nullable(),
    variant_rank: z.int().nullable(),
    inventory_quantity: z.int(),
    allow_backorder: z.boolean(),
    manage_inventory: z.boolean(),
    ...physical,
  },
  {
    get product(): ToOne<ProductView> {
      return toOne(ProductResource)
    },
    get prices(): ToMany<MoneyAmountView> {
      return toMany(MoneyAmountResource)
    },
    get options(): ToMany<ProductOptionValueView> {
      return toMany(ProductOptionValueResource)
    },
  },
)

export const ProductResource = resource(
  'Product',
  {
    ...row,
    title: z.string(),
    subtitle: z.string().nullable(),
    description: z.string().nullable(),
    handle: z.string().nullable(),
    is_giftcard: z.boolean(),
    status: z.enum(PRODUCT_STATUSES),
    thumbnail: z.string().nullable(),
    ...physical,
    collection_id: z.string().nullable(),
    type_id: z.string().nullable(),
    profile_id: z.string(),
    discountable: z.boolean(),
    external_id: z.string().nullable(),
  },
  {
    get variants(): ToMany<ProductVariantView> {
      return toMany(ProductVariantResource)
    },
    get options(): ToMany<ProductOptionView> {
      return toMany(ProductOptionResource)
    },
    get images(): ToMany<ImageView> {
      return toMany(ImageResource)
    },
    get tags(): ToMany<ProductTagView> {
      return toMany(ProductTagResource)
    },
    get type(): ToOne<ProductTypeView> {
      return toOne(ProductTypeResource)
    },
    get collection(): ToOne<ProductCollectionView> {
      return toOne(ProductCollectionResource)
    },
    get sales_channels(): ToMany<SalesChannelView> {
      return toMany(SalesChannelResource)
    },
    get categories(): ToMany<ProductCategoryView> {
      return toMany(ProductCategoryResource)
    },
    get profile(): ToOne<ShippingProfileView> {
      return toOne(ShippingProfileResource)
    },
    get profiles(): ToMany<ShippingProfileView> {
      return listOfOne('profile', ShippingProfileResource)
    },
  },
)
export interface ProductTypeView extends z.output<typeof ProductTypeResource> {}
export interface ProductTagView extends z.output<typeof ProductTagResource> {}
export interface ImageView extends z.output<typeof ImageResource> {}
export interface ProductCollectionView extends z.output<typeof ProductCollectionResource> {}
export interface PriceListView extends z.output<typeof PriceListResource> {}
export interface MoneyAmountView extends z.output<typeof MoneyAmountResource> {}
export interface ProductOptionValueView extends z.output<typeof ProductOptionValueResource> {}
export interface ProductOptionView extends z.output<typeof ProductOptionResource> {}
export interface ProductVariantView extends z.output<typeof ProductVariantResource> {}
export interface ProductView extends z.output<typeof ProductResource> {}
