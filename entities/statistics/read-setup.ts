import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** The steps until a shop can sell, in the order in which a merchant takes them. */
export const SETUP_STEPS = [
  'seller',
  'regions',
  'taxes',
  'shipping',
  'payment',
  'mail',
  'products',
  'test_order',
  'live',
] as const
export type SetupStepName = (typeof SETUP_STEPS)[number]

interface SetupStep {
  name: SetupStepName
  state: 'open' | 'done' | 'skipped'
  /** The regions that keep the step open. */
  regions: { id: string; name: string }[]
}

/** What only the process knows. */
export interface SetupOfProcess {
  sendsMail: boolean
  isLive: boolean
}

/** Returns each step of the setup. A step that is done is never skipped. */
export async function readSetup(em: EntityManager, { sendsMail, isLive }: SetupOfProcess): Promise<SetupStep[]> {
  const [facts] = await selectFacts(em)
  const { regions, skipped, has_seller, has_product, has_order } = facts!
  const ofRegions = (isReady: (region: RegionFacts) => boolean) => ({
    isDone: regions.length > 0 && regions.every(isReady),
    lacking: regions.filter((region) => !isReady(region)),
  })
  const found: Record<SetupStepName, { isDone: boolean; lacking?: RegionFacts[] }> = {
    seller: { isDone: has_seller },
    regions: ofRegions(({ has_country }) => has_country),
    taxes: ofRegions(({ has_tax }) => has_tax),
    shipping: ofRegions(({ has_shipping }) => has_shipping),
    payment: ofRegions(({ has_payment }) => has_payment),
    mail: { isDone: sendsMail },
    products: { isDone: has_product },
    test_order: { isDone: has_order },
    live: { isDone: isLive },
  }
  return SETUP_STEPS.map((name) => {
    const { isDone, lacking = [] } = found[name]
    const state = isDone ? 'done' : skipped.includes(name) ? 'skipped' : 'open'
    return { name, state, regions: lacking.slice(0, SHOWN_REGIONS).map(({ id, name }) => ({ id, name })) }
  })
}

const SHOWN_REGIONS = 20

interface RegionFacts {
  id: string
  name: string
  has_country: boolean
  has_tax: boolean
  has_shipping: boolean
  has_payment: boolean
}

interface Facts {
  regions: RegionFacts[]
  skipped: string[]
  has_seller: boolean
  has_product: boolean
  has_order: boolean
}

/** A product is for sale if it has a price in a region and a variant is in stock. */
const selectFacts = statement<Facts>(`
  with regions as (
    select r.id, r.name, r.currency_code, r.created_at,
      exists (select from country where region_id = r.id) as has_country,
      r.tax_rate > 0 or r.tax_provider_id is not null or exists (select from tax_rate where region_id = r.id) as has_tax,
      exists (
        select from shipping_option o join shipping_profile p on p.id = o.profile_id
        where o.region_id = r.id and o.deleted_at is null and not o.is_return and not o.admin_only and p.type <> 'gift_card'
      ) as has_shipping,
      exists (select from region_payment_providers where region_id = r.id) as has_payment
    from region r where r.deleted_at is null)
  select
    coalesce((select jsonb_agg(to_jsonb(r) - 'currency_code' - 'created_at' order by r.created_at, r.id) from regions r), '[]') as regions,
    skipped_setup_steps as skipped,
    '' not in (coalesce(company, ''), coalesce(address_1, ''), coalesce(city, ''), coalesce(country_code, '')) as has_seller,
    exists (
      select from product p join product_variant v on v.product_id = p.id join money_amount a on a.variant_id = v.id
      where p.status = 'published' and not p.is_giftcard and p.deleted_at is null and v.deleted_at is null
        and (not v.manage_inventory or v.allow_backorder or v.inventory_quantity > 0)
        and exists (select from regions r where r.id = a.region_id or r.currency_code = a.currency_code)
    ) as has_product,
    exists (select from "order") as has_order
  from store`)
