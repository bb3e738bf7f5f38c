import { hash } from 'node:crypto'
import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'
import { SETTINGS_VERSION } from '#entities/market/settings/settings.ts'

/** The variants of a response, and the digest of the stock that it shows. Null without variants. */
export interface ShownVariants {
  ids: readonly string[]
  digest: string | null
}

/** The columns of a variant that a sale changes and a response shows. */
export interface ShownStock {
  inventory_quantity: number
  updated_at: Date
}

export interface CatalogueState {
  /** Changes with each change of the catalogue or of the settings, but not with the stock of variants. */
  version: string
  /** The stock of the variants, in their order. Undefined if its digest is the given one. */
  stock: ShownStock[] | undefined
}

interface StateRow {
  version: string
  stock: readonly (string | null)[]
}

/** Returns the states for the variants of several responses, of one snapshot. Equal objects get the same state. */
export async function readCatalogueStates(em: Executor, shown: readonly ShownVariants[]): Promise<CatalogueState[]> {
  const distinct = [...new Set(shown)].filter(({ ids }) => ids.length > 0)
  const [row] = await (distinct.length > 0 ? selectStateWithStock(em, JSON.stringify(distinct)) : selectState(em))
  if (!row) throw new Error('PostgreSQL returned no version of the catalogue')
  const { version } = row
  const states = new Map(distinct.map((one, i) => [one, { version, stock: parseStock(row.stock[i]) }]))
  return shown.map((one) => states.get(one) ?? { version, stock: undefined })
}

export const digestOfStock = (rows: readonly ShownStock[]): string =>
  hash('md5', rows.map((row) => `${row.inventory_quantity} ${row.updated_at.getTime()}`).join())

const parseStock = (text: string | null | undefined): CatalogueState['stock'] =>
  text?.split(',').map((row) => {
    const [quantity, time] = row.split(' ').map(Number)
    return { inventory_quantity: quantity!, updated_at: new Date(time!) }
  })

// The modulo keeps the sum within a bigint. A merge of the rows does not change it.
const SUM = 'mod(coalesce(sum(delta), 0), 9007199254740992)'
const VERSION = `(select ${SUM} from catalogue_change) || ' ' || ${SETTINGS_VERSION} as version`

/** Returns the version of the settings, which is a part of the version of the catalogue. */
export const settingsVersionIn = (version: string): string => version.slice(version.indexOf(' ') + 1)

const selectState = statement<StateRow>(`select ${VERSION}, '{}'::text[] as stock`)

const STOCK = `(
  select v.inventory_quantity || ' ' || (date_part('epoch', v.updated_at) * 1000)::bigint
  from product_variant v where v.id = variant.id)`

const selectStateWithStock = statement<StateRow>(`
  select ${VERSION}, array(
    select case when md5(current.stock) is distinct from shown.of ->> 'digest' then current.stock end
    from json_array_elements($1::json) with ordinality shown (of, position), lateral (
      select string_agg(${STOCK}, ',' order by variant.position) as stock
      from json_array_elements_text(shown.of -> 'ids') with ordinality variant (id, position)) current
    order by shown.position) as stock`)

/** Replaces the rows of `catalogue_change` by their sum. The version does not change. */
export const mergeCatalogueChanges = statement(`
  with parts as (delete from catalogue_change where (select count(*) > 100 from catalogue_change) returning delta)
  insert into catalogue_change select ${SUM} from parts having count(*) > 0`)
