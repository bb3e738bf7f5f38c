import type { EntityManager } from '@mikro-orm/postgresql'
import { missingIds } from '#database/missing-ids.ts'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { Region } from '#entities/market/region/region.ts'
import type { Discount } from './discount.ts'
import type { DiscountRule } from './discount-rule.ts'
import { findRule, lockDiscount } from './find-discount.ts'

/** @throws InvalidData for a wrong number of regions. NotFound for an unknown region. */
export async function validateRegions(
  em: EntityManager,
  rule: DiscountRule,
  ids: readonly string[],
): Promise<string[]> {
  const unique = [...new Set(ids)]
  rule.assertRegionCount(unique.length)
  const [unknown] = await missingIds(em, Region, unique)
  if (unknown) throw new NotFound(`Region with ${unknown} was not found`)
  return unique
}

export async function setRegions(em: EntityManager, discount: Discount, ids: readonly string[]): Promise<void> {
  discount.assertOwnRegions()
  const regionIds = await validateRegions(em, await findRule(em, discount), ids)
  await discount.regions.load()
  discount.regions.set(regionIds.map((id) => em.getReference(Region, id)))
}

export async function addRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  discount.assertOwnRegions()
  const regions = await discount.regions.loadItems()
  if (regions.some((region) => region.id === regionId)) return
  const rule = await findRule(em, discount)
  rule.assertRegionCount(regions.length + 1)
  discount.regions.add(await findRegion(em, regionId))
}

export async function removeRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  const regions = await discount.regions.loadItems()
  const region = regions.find((region) => region.id === regionId)
  if (!region) return
  const rule = await findRule(em, discount)
  rule.assertRegionCount(regions.length - 1)
  discount.regions.remove(region)
}

/** @throws InvalidData if the discount is enabled and has no region. */
export async function assertHasRegion(em: EntityManager, discount: Discount): Promise<void> {
  if (discount.parent_discount_id) return
  const [regions, rule] = [await discount.regions.loadItems(), await findRule(em, discount)]
  rule.assertRegionCount(regions.length)
}

/** Locks the enabled discounts, so that no other transaction removes their other regions. @throws NotAllowed */
export async function assertNotLastRegionOfDiscounts(em: EntityManager, regionId: string): Promise<void> {
  await lockDiscountsOfRegion(em, regionId)
  const discounts = await findDiscountsWithoutOtherRegion(em, regionId)
  if (discounts.length === 0) return
  const codes = discounts.map(({ code }) => code).join(', ')
  throw new NotAllowed(
    `These discounts have no other region: ${codes}. Delete or disable them, or add another region to them.`,
  )
}

const enabledOfRegionSql = `
  from discount d where d.id in (select discount_id from discount_regions where region_id = $1)
    and d.deleted_at is null and not d.is_disabled`

const lockDiscountsOfRegion = statement(`select d.id ${enabledOfRegionSql} order by d.id for no key update`)

const findDiscountsWithoutOtherRegion = statement<{ code: string }>(`
  select d.code ${enabledOfRegionSql}
    and not exists (select from discount_regions other join region on region.id = other.region_id
      where other.discount_id = d.id and other.region_id <> $1 and region.deleted_at is null)
  order by d.code limit 10`)
