import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'
import { SETTINGS_VERSION } from '#entities/market/settings/settings.ts'

export interface CatalogueState {
  /** Changes with each change of the catalogue or of the settings, but not with the stock of variants. */
  version: string
  /** A digest of the stock of the given variants. Null without variants. */
  stock: string | null
}

interface StateRow {
  version: string
  stock: readonly (string | null)[]
}

/** Returns the states for several lists of variants, of one snapshot. */
export async function readCatalogueStates(
  em: Executor,
  lists: readonly (readonly string[])[],
): Promise<CatalogueState[]> {
  const hasStock = lists.some((ids) => ids.length > 0)
  const [row] = await (hasStock ? selectStateWithStock(em, JSON.stringify(lists)) : selectState(em))
  if (!row) throw new Error('PostgreSQL returned no version of the catalogue')
  return lists.map((_, i) => ({ version: row.version, stock: row.stock[i] ?? null }))
}

// The modulo keeps the sum within a bigint. A merge of the rows does not change it.
const SUM = 'mod(coalesce(sum(delta), 0), 9007199254740992)'
const VERSION = `(select ${SUM} from catalogue_change) || ' ' || ${SETTINGS_VERSION} as version`

const selectState = statement<StateRow>(`select ${VERSION}, '{}'::text[] as stock`)

const STOCK = `(
  select v.inventory_quantity || ' ' || (extract(epoch from v.updated_at) * 1000)::bigint
  from product_variant v where v.id = shown.id)`

const selectStateWithStock = statement<StateRow>(`
  select ${VERSION}, array(
    select (
      select md5(string_agg(${STOCK}, ',' order by shown.position))
      from json_array_elements_text(list.ids) with ordinality shown (id, position))
    from json_array_elements($1::json) with ordinality list (ids, position) order by list.position) as stock`)

/** Replaces the rows of `catalogue_change` by their sum. The version does not change. */
export const mergeCatalogueChanges = statement(`
  with parts as (delete from catalogue_change where (select count(*) > 100 from catalogue_change) returning delta)
  insert into catalogue_change select ${SUM} from parts having count(*) > 0`)
