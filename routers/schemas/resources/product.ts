import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/product/product.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { listOfOne, type Many, many, type One, one, resource } from '../resource.ts'
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
    get products(): Many<ProductView> {
      return many(ProductResource)
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
    get prices(): Many<MoneyAmountView> {
      return many(MoneyAmountResource)
    },
    get customer_groups(): Many<CustomerGroupView> {
      return many(CustomerGroupResource)
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
    get price_list(): One<PriceListView> {
      return one(PriceListResource)
    },
    get currency(): One<CurrencyView> {
      return one(CurrencyResource)
    },
    get region(): One<RegionView> {
      return one(RegionResource)
    },
    get variant(): One<ProductVariantView> {
      return one(ProductVariantResource)
    },
    get variants(): Many<ProductVariantView> {
      return listOfOne('variant', ProductVariantResource)
    },
  },
)

export const ProductOptionValueResource = resource(
  'ProductOptionValue',
  { ...row, value: z.string(), option_id: z.string(), variant_id: z.string() },
  {
    get option(): One<ProductOptionView> {
      return one(ProductOptionResource)
    },
    get variant(): One<ProductVariantView> {
      return one(ProductVariantResource)
    },
  },
)

export const ProductOptionResource = resource(
  'ProductOption',
  { ...row, title: z.string(), product_id: z.string() },
  {
    get values(): Many<ProductOptionValueView> {
      return many(ProductOptionValueResource)
    },
    get product(): One<ProductView> {
      return one(ProductResource)
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
    get product(): One<ProductView> {
      return one(ProductResource)
    },
    get prices(): Many<MoneyAmountView> {
      return many(MoneyAmountResource)
    },
    get options(): Many<ProductOptionValueView> {
      return many(ProductOptionValueResource)
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
    get variants(): Many<ProductVariantView> {
      return many(ProductVariantResource)
    },
    get options(): Many<ProductOptionView> {
      return many(ProductOptionResource)
    },
    get images(): Many<ImageView> {
      return many(ImageResource)
    },
    get tags(): Many<ProductTagView> {
      return many(ProductTagResource)
    },
    get type(): One<ProductTypeView> {
      return one(ProductTypeResource)
    },
    get collection(): One<ProductCollectionView> {
      return one(ProductCollectionResource)
    },
    get sales_channels(): Many<SalesChannelView> {
      return many(SalesChannelResource)
    },
    get categories(): Many<ProductCategoryView> {
      return many(ProductCategoryResource)
    },
    get profile(): One<ShippingProfileView> {
      return one(ShippingProfileResource)
    },
    get profiles(): Many<ShippingProfileView> {
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
