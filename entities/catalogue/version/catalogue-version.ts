import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'
import { SETTINGS_VERSION } from '#entities/market/settings/settings.ts'

export interface CatalogueState {
  /** Changes with each change of the catalogue or of the settings, but not with the stock of variants. */
  version: string
  /** A digest of the stock of the given variants. */
  stock: string | null
}

/** Returns the state of one snapshot. */
export async function readCatalogueState(em: Executor, variantIds: readonly string[]): Promise<CatalogueState> {
  const [state] = await (variantIds.length > 0 ? selectStateWithStock(em, variantIds) : selectState(em))
  if (!state) throw new Error('PostgreSQL returned no version of the catalogue')
  return state
}

// The sum is modulo a number, so that summing up changes neither the version nor the type of the column.
const SUM = 'mod(coalesce(sum(delta), 0), 9007199254740992)'
const VERSION = `(select ${SUM} from catalogue_change) || ' ' || ${SETTINGS_VERSION} as version`

const selectState = statement<CatalogueState>(`select ${VERSION}, null as stock`)

const selectStateWithStock = statement<CatalogueState>(`
  select ${VERSION}, (
    select md5(string_agg(
      v.inventory_quantity || ' ' || (extract(epoch from v.updated_at) * 1000)::bigint, ',' order by shown.position))
    from unnest($1::text[]) with ordinality shown (id, position) join product_variant v on v.id = shown.id) as stock`)

/** Merges the parts of the version. The version does not change. */
export const sumUpCatalogueChanges = statement(`
  with parts as (delete from catalogue_change where (select count(*) > 100 from catalogue_change) returning delta)
  insert into catalogue_change select ${SUM} from parts having count(*) > 0`)
