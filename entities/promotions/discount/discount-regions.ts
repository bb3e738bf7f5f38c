import type { EntityManager } from '@mikro-orm/postgresql'
import { type Kysely, sql } from 'kysely'
import { anyOf } from '#database/query.ts'
import type { Row } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { Region } from '#entities/market/region/region.ts'
import { linkRows, replaceLinks, unlinkRows } from '#entities/platform/links/links.ts'
import { query, type Tables } from '#entities/query.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { LOCK_ORDER_SQL } from './count-uses.ts'
import type { Discount } from './discount.ts'
import type { DiscountRule } from './discount-rule.ts'
import { findRule, lockDiscount } from './find-discount.ts'

/** @throws InvalidData if the rule does not allow this number of regions. NotFound for an unknown region. */
export async function validateRegions(
  em: EntityManager,
  rule: Row<DiscountRule>,
  ids: readonly string[],
): Promise<string[]> {
  const uniqueIds = [...new Set(ids)]
  rule.assertRegionCount(uniqueIds.length)
  const [unknownId] = await missingIds(em, Region, uniqueIds)
  if (unknownId) throw new NotFound(`Region with ${unknownId} was not found`)
  rule.assertOneCurrency(await readCurrencies(em, uniqueIds))
  return uniqueIds
}

export async function setRegions(em: EntityManager, discount: Row<Discount>, ids: readonly string[]): Promise<void> {
  discount.assertOwnRegions()
  const regionIds = await validateRegions(em, await findRule(em, discount), ids)
  await replaceLinks(em, 'discount_regions', discount.id, regionIds)
}

export async function addRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  discount.assertOwnRegions()
  const regionIds = await readRegionIds(em, discount)
  if (regionIds.includes(regionId)) return
  const rule = await findRule(em, discount)
  rule.assertRegionCount(regionIds.length + 1)
  const region = await findRegion(em, regionId)
  rule.assertOneCurrency(await readCurrencies(em, [...regionIds, regionId]))
  await linkRows(em, 'discount_regions', discountId, [region.id])
}

export async function removeRegion(em: EntityManager, discountId: string, regionId: string): Promise<void> {
  const discount = await lockDiscount(em, discountId)
  const regionIds = await readRegionIds(em, discount)
  if (!regionIds.includes(regionId)) return
  const rule = await findRule(em, discount)
  rule.assertRegionCount(regionIds.length - 1)
  await unlinkRows(em, 'discount_regions', discountId, [regionId])
}

export async function assertHasRegion(em: EntityManager, discount: Row<Discount>): Promise<void> {
  if (discount.parent_discount_id) return
  const rule = await findRule(em, discount)
  rule.assertRegionCount((await readRegionIds(em, discount)).length)
}

/** @throws InvalidData if the rule has amounts, and the regions have several currencies. */
export async function assertCurrencies(
  em: EntityManager,
  rule: Row<DiscountRule>,
  { id, parent_discount_id }: Row<Discount>,
): Promise<void> {
  const regionIds = await readRegionIds(em, { id: parent_discount_id ?? id })
  rule.assertOneCurrency(await readCurrencies(em, regionIds))
}

const readCurrencies = async (em: EntityManager, regionIds: readonly string[]): Promise<string[]> =>
  (await selectCurrencies(em, regionIds)).map(({ currency_code }) => currency_code)

const readRegionIds = async (em: EntityManager, { id }: { id: string }): Promise<string[]> =>
  (await selectRegions(em, id)).map((region) => region.id)

const selectRegions = query((db, discount_id: string) =>
  db
    .selectFrom('discount_regions')
    .innerJoin('region', 'region.id', 'discount_regions.region_id')
    .select('region.id')
    .where('discount_id', '=', discount_id)
    .where('region.deleted_at', 'is', null),
)

const selectCurrencies = query((db, ids: readonly string[]) =>
  db.selectFrom('region').select('currency_code').distinct().where('id', '=', anyOf(ids)).orderBy('currency_code'),
)

/** Locks the enabled discounts of the region, so that no other transaction removes their other regions. */
export async function assertNotLastRegionOfDiscounts(em: EntityManager, regionId: string): Promise<void> {
  await lockDiscountsOfRegion(em, regionId)
  const discounts = await findDiscountsWithoutOtherRegion(em, regionId)
  if (discounts.length === 0) return
  const codes = discounts.map(({ code }) => code).join(', ')
  throw new NotAllowed(
    `These discounts have no other region: ${codes}. Delete or disable them, or add another region to them.`,
  ).because({ name: 'discounts_need_region', codes })
}

const lockDiscountsOfRegion = query((db, region_id: string) =>
  enabledDiscountsOfRegion(db, region_id).select('id').orderBy(sql.raw(LOCK_ORDER_SQL)).forNoKeyUpdate(),
)

const findDiscountsWithoutOtherRegion = query((db, region_id: string) =>
  enabledDiscountsOfRegion(db, region_id)
    .select('code')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('discount_regions as other')
            .innerJoin('region', 'region.id', 'other.region_id')
            .whereRef('other.discount_id', '=', 'discount.id')
            .where('other.region_id', '<>', region_id)
            .where('region.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('code')
    .limit(10),
)

function enabledDiscountsOfRegion(db: Kysely<Tables>, region_id: string) {
  return db
    .selectFrom('discount')
    .where('id', 'in', db.selectFrom('discount_regions').select('discount_id').where('region_id', '=', region_id))
    .where('deleted_at', 'is', null)
    .where(({ not, ref }) => not(ref('is_disabled')))
}
