import type { EntityManager } from '@mikro-orm/postgresql'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductOption } from '#entities/catalogue/product/product-option.ts'
import { ProductOptionValue } from '#entities/catalogue/product/product-option-value.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import type { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import type { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { toHandle } from '#entities/values/handle.ts'
import { type DemoProduct, demoCollections, demoGiftCard, demoProducts } from '#server/database/data/demo-products.ts'

export type ShippingProfiles = { ofGoods: ShippingProfile; ofGiftCards: ShippingProfile }

/** The caller flushes. */
export function makeDemoCatalogue(em: EntityManager, channel: SalesChannel, profiles: ShippingProfiles): void {
  const now = Date.now()
  // Lists show the newest product first, so the first product of the file must be the newest.
  const createdAt = (index: number) => new Date(now - index * 1000)
  createDemoProducts(em, { channel, profile: profiles.ofGoods, createdAt })
  makeGiftCardProduct(em, { channel, profile: profiles.ofGiftCards, createdAt })
}

type DemoProductOptions = { channel: SalesChannel; profile: ShippingProfile; createdAt: (index: number) => Date }

function createDemoProducts(em: EntityManager, { channel, profile, createdAt }: DemoProductOptions): void {
  const collections = byName(demoCollections, (title) =>
    em.create(ProductCollection, { title, handle: toHandle(title) }),
  )
  const types = byName(
    demoProducts.map(({ type }) => type),
    (value) => em.create(ProductType, { value }),
  )
  const tags = byName(
    demoProducts.flatMap((product) => product.tags),
    (value) => em.create(ProductTag, { value }),
  )
  for (const [index, demo] of demoProducts.entries()) {
    const product = em.create(Product, {
      title: demo.title,
      subtitle: demo.subtitle,
      description: demo.description,
      handle: toHandle(demo.title),
      status: 'published',
      material: demo.material,
      origin_country: demo.origin_country,
      weight: demo.weight,
      profile_id: profile.id,
      collection_id: demo.collection && collections.get(demo.collection)!.id,
      type_id: types.get(demo.type)!.id,
      tags: demo.tags.map((tag) => tags.get(tag)!),
      sales_channels: [channel],
      created_at: createdAt(index),
    })
    makeVariants(em, product, demo)
  }
}

function makeVariants(em: EntityManager, product: Product, demo: DemoProduct): void {
  const options = Object.keys(demo.options).map((title) => em.create(ProductOption, { title, product_id: product.id }))
  for (const [rank, values] of combinations(Object.values(demo.options)).entries()) {
    const extras = values.map((value) => demo.extra?.[value] ?? { eur: 0, usd: 0 })
    const extraWeight = sum(extras.map(({ weight }) => weight ?? 0))
    const variant = em.create(ProductVariant, {
      title: values.join(' / '),
      product_id: product.id,
      sku: toHandle([demo.title, ...values].join(' ')).toUpperCase(),
      variant_rank: rank,
      inventory_quantity: values.some((value) => demo.soldOut?.includes(value)) ? 0 : demo.stock,
      allow_backorder: demo.madeToOrder ?? false,
      weight: extraWeight > 0 ? (demo.weight ?? 0) + extraWeight : undefined,
    })
    for (const [at, value] of values.entries()) {
      em.create(ProductOptionValue, { value, option_id: options[at]!.id, variant_id: variant.id })
    }
    for (const currency_code of ['eur', 'usd'] as const) {
      const amount = demo.price[currency_code] + sum(extras.map((extra) => extra[currency_code]))
      em.create(MoneyAmount, { variant_id: variant.id, currency_code, amount })
    }
  }
}

function makeGiftCardProduct(em: EntityManager, { channel, profile, createdAt }: DemoProductOptions): void {
  const { title, subtitle, description, values } = demoGiftCard
  const product = em.create(Product, {
    title,
    subtitle,
    description,
    handle: toHandle(title),
    status: 'published',
    is_giftcard: true,
    discountable: false,
    profile_id: profile.id,
    sales_channels: [channel],
    created_at: createdAt(demoProducts.length),
  })
  const option = em.create(ProductOption, { title: 'Value', product_id: product.id })
  for (const [rank, amount] of values.entries()) {
    const value = String(amount / 100)
    const variant = em.create(ProductVariant, {
      title: value,
      product_id: product.id,
      sku: `GIFT-CARD-${value}`,
      variant_rank: rank,
      manage_inventory: false,
    })
    em.create(ProductOptionValue, { value, option_id: option.id, variant_id: variant.id })
    for (const currency_code of ['eur', 'usd'])
      em.create(MoneyAmount, { variant_id: variant.id, currency_code, amount })
  }
}

function byName<Named>(names: readonly string[], make: (name: string) => Named): Map<string, Named> {
  return new Map([...new Set(names)].map((name) => [name, make(name)]))
}

/** Returns all combinations of one value from each list. The value of the last list changes first. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (combined, list) => combined.flatMap((values) => list.map((value) => [...values, value])),
    [[]],
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
