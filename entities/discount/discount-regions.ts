import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '../errors.ts'
import { missingIds } from '../missing.ts'
import { findRegion } from '../region/find-region.ts'
import { Region } from '../region/region.ts'
import type { Discount } from './discount.ts'
import type { DiscountRule } from './discount-rule.ts'
import { findRule, lockDiscount } from './find-discount.ts'

/** The ids, each once. @throws InvalidData where a discount cannot have that many; NotFound for an unknown region. */
export async function checkedRegions(em: EntityManager, rule: DiscountRule, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  rule.checkNumberOfRegions(wanted.length)
  const [unknown] = await missingIds(em, Region, wanted)
  if (unknown) throw new NotFound(`Region with ${unknown} was not found`)
  return wanted
}

/** Lets the discount be used in exactly these regions. */
export async function setRegions(em: EntityManager, discount: Discount, ids: readonly string[]): Promise<void> {
  discount.refuseOwnRegions()
  const wanted = await checkedRegions(em, await findRule(em, discount), ids)
  await discount.regions.load()
  discount.regions.set(wanted.map((id) => em.getReference(Region, id)))
}

/** One that it has already is no fault. */
export async function addRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  discount.refuseOwnRegions()
  const regions = await discount.regions.loadItems()
  if (regions.some((region) => region.id === regionId)) return
  const rule = await findRule(em, discount)
  rule.checkNumberOfRegions(regions.length + 1)
  discount.regions.add(await findRegion(em, regionId))
}

/** One that it does not have is no fault. */
export async function removeRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  const regions = await discount.regions.loadItems()
  const region = regions.find((region) => region.id === regionId)
  if (!region) return
  const rule = await findRule(em, discount)
  rule.checkNumberOfRegions(regions.length - 1)
  discount.regions.remove(region)
}
