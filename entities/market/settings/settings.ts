import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import type { Metadata } from '#entities/base.ts'
import { shopOf } from '#entities/shop.ts'
import { forgetOldLanguages } from '../language/shop-languages.ts'
import { Region } from '../region/region.ts'
import type { Requirement } from '../shipping/requirements.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'
import { setInventoryMode } from '../store/inventory-mode.ts'

/* A process caches the settings of a shop for one `settings_version`. A request reads the current version with its cart. */

interface SettingRow {
  id: string
  created_at: Date
  updated_at: Date
  metadata: Metadata | null
}

export interface RegionRate extends SettingRow {
  /** Tax rate in percent. Null means 0. */
  rate: number | null
  name: string
  code: string | null
  region_id: string
  product_type_ids: readonly string[]
  shipping_option_ids: readonly string[]
}

export interface RegionSnapshot extends SettingRow {
  name: string
  currency_code: string
  currency_includes_tax: boolean
  tax_rate: number
  tax_code: string | null
  tax_provider_id: string | null
  gift_cards_taxable: boolean
  automatic_taxes: boolean
  includes_tax: boolean
  countries: readonly { iso_2: string }[]
  payment_providers: readonly { id: string }[]
  tax_rates: readonly RegionRate[]
}

export interface SalesChannelSnapshot extends SettingRow {
  name: string
}

export interface ShippingOptionSnapshot extends SettingRow {
  name: string
  region_id: string
  profile_id: string
  is_return: boolean
  admin_only: boolean
  includes_tax: boolean
  deleted_at: Date | null
  data: Record<string, unknown>
  /** The requirements of the option. `requirements` is the relation that responses show on request. */
  limits: readonly Requirement[]
}

export interface ShippingProfileSnapshot extends SettingRow {
  name: string
}

/** Requests share these rows, so the rows are frozen. */
export interface Settings {
  region(id: string): RegionSnapshot
  /** Returns null if the channel is deleted. */
  salesChannel(id: string): SalesChannelSnapshot | null
  shippingOption(id: string): ShippingOptionSnapshot
  shippingProfile(id: string): ShippingProfileSnapshot
}

export class CachedSettings implements Settings {
  readonly version: string
  readonly #rows = new Map<string, object | null>()

  constructor(version: string) {
    this.version = version
  }

  get isFull(): boolean {
    return this.#rows.size > MAX_CACHED_ROWS
  }

  has(ids: readonly string[]): boolean {
    return ids.every((id) => this.#rows.has(id))
  }

  addRows(ids: readonly string[], rows: readonly { id: string }[]): void {
    for (const id of ids) this.#rows.set(id, null)
    for (const row of rows) this.#rows.set(row.id, deepFreeze(row))
  }

  region = (id: string) => this.#rows.get(id) as RegionSnapshot
  salesChannel = (id: string) => this.#rows.get(id) as SalesChannelSnapshot | null
  shippingOption = (id: string) => this.#rows.get(id) as ShippingOptionSnapshot
  shippingProfile = (id: string) => this.#rows.get(id) as ShippingProfileSnapshot
}

const MAX_CACHED_ROWS = 10_000

export const SETTINGS_VERSION = '(select version from settings_version)'

/** Returns rows of `version`, or of a newer version if the cache does not have all `neededIds`. */
export async function settingsOf(em: EntityManager, version: string, neededIds: Iterable<string>): Promise<Settings> {
  forgetOldLanguages(em, version)
  const ids = [...new Set(neededIds)]
  const shop = shopOf(em)
  if (shop.settings?.version === version && shop.settings.has(ids)) return shop.settings
  const [snapshot] = await settingsById(em, ids)
  const { rows, version: current, inventory_enabled } = snapshot as SettingsSnapshot
  setInventoryMode(em, inventory_enabled)
  const settings =
    shop.settings?.version === current && !shop.settings.isFull ? shop.settings : new CachedSettings(current)
  settings.addRows(ids, rows.map(withTimes))
  shop.settings = settings
  return settings
}

interface SettingsSnapshot {
  rows: SettingRow[]
  version: string
  inventory_enabled: boolean
}

/** Only the rows of regions have the tax of a currency, and only those of options have limits. */
function withTimes(row: SettingRow): SettingRow {
  if ('currency_includes_tax' in row) return fromJson(row, { entity: Region })
  return fromJson(row, 'limits' in row ? { entity: ShippingOption } : {})
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  return value
}

const REGIONS = `
  select r.*, (select includes_tax from currency where code = r.currency_code) as currency_includes_tax,
    ${jsonListSql('select * from country where region_id = r.id order by iso_2')} as countries,
    ${jsonListSql(`select p.* from payment_provider p join region_payment_providers l on l.provider_id = p.id
      where l.region_id = r.id order by p.id`)} as payment_providers,
    ${jsonListSql(`
      select t.*, array(select product_type_id from product_type_tax_rate where rate_id = t.id) as product_type_ids,
        array(select shipping_option_id from shipping_tax_rate where rate_id = t.id) as shipping_option_ids
      from tax_rate t where t.region_id = r.id order by t.created_at, t.id`)} as tax_rates
  from region r where r.id = any($1::text[])`

export const REQUIREMENTS_SQL = jsonListSql(
  'select type, amount from shipping_option_requirement where shipping_option_id = o.id and deleted_at is null',
)

const SHIPPING_OPTIONS = `
  select o.*, ${REQUIREMENTS_SQL} as limits from shipping_option o where o.id = any($1::text[])`

export const settingsById = statement(`
  select ${SETTINGS_VERSION} as version, (select inventory_enabled from store), (
    select coalesce(json_agg(row), '[]') from (
      select to_json(x) as row from (${REGIONS}) x union all
      select to_json(c) from sales_channel c where id = any($1::text[]) and deleted_at is null union all
      select to_json(o) from (${SHIPPING_OPTIONS}) o union all
      select to_json(p) from shipping_profile p where id = any($1::text[])) found) as rows`)
