import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { linkRows, replaceLinks, unlinkRows } from '#entities/platform/links/links.ts'
import { query } from '#entities/query.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { Product } from '../product/product.ts'

export interface TaxedResources {
  products?: string[] | null | undefined
  product_types?: string[] | null | undefined
  shipping_options?: string[] | null | undefined
}

const TABLES = {
  products: 'product_tax_rate',
  product_types: 'product_type_tax_rate',
  shipping_options: 'shipping_tax_rate',
} as const

const RESOURCE_KINDS = ['products', 'product_types', 'shipping_options'] as const

export async function addTaxedResources(
  em: EntityManager,
  rate: Row<TaxRate>,
  resources: TaxedResources,
): Promise<void> {
  await assertResourcesExist(em, resources)
  for (const kind of RESOURCE_KINDS) if (resources[kind]) await linkRows(em, TABLES[kind], rate.id, resources[kind])
  await assertSameRegion(em, rate)
}

export async function replaceTaxedResources(
  em: EntityManager,
  rate: Row<TaxRate>,
  resources: TaxedResources,
): Promise<void> {
  await assertResourcesExist(em, resources)
  for (const kind of RESOURCE_KINDS) if (resources[kind]) await replaceLinks(em, TABLES[kind], rate.id, resources[kind])
  await assertSameRegion(em, rate)
}

export async function removeTaxedResources(
  em: EntityManager,
  rate: Row<TaxRate>,
  resources: TaxedResources,
): Promise<void> {
  for (const kind of RESOURCE_KINDS) if (resources[kind]) await unlinkRows(em, TABLES[kind], rate.id, resources[kind])
}

async function assertResourcesExist(em: EntityManager, { products, shipping_options }: TaxedResources): Promise<void> {
  const [product] = await missingIds(em, Product, products ?? [])
  if (product) throw new NotFound(`Product with id: ${product} was not found`)
  const [option] = await missingIds(em, ShippingOption, shipping_options ?? [])
  if (option) throw new NotFound(`Shipping Option with ${option} was not found`)
}

async function assertSameRegion(em: EntityManager, rate: Row<TaxRate>): Promise<void> {
  const [option] = await findOptionOfOtherRegion(em, rate.id, rate.region_id)
  if (!option) return
  throw new NotAllowed(
    'Shipping Option and Tax Rate must belong to the same Region to be associated. ' +
      `Shipping Option with id: ${option.id} belongs to Region with id: ${option.region_id} ` +
      `and Tax Rate with id: ${rate.id} belongs to Region with id: ${rate.region_id}`,
  ).because({ name: 'option_outside_region' })
}

const findOptionOfOtherRegion = query((db, rate_id: string, region_id: string) =>
  db
    .selectFrom('shipping_tax_rate as link')
    .innerJoin('shipping_option as option', 'option.id', 'link.shipping_option_id')
    .select(['option.id', 'option.region_id'])
    .where('link.rate_id', '=', rate_id)
    .where('option.region_id', '<>', region_id)
    .limit(1),
)
