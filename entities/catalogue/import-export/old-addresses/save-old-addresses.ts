import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { shopOf } from '#entities/shop.ts'
import { importNotice } from '../import-notice.ts'
import type { OldAddress } from './old-address-port.ts'

/** Hands the old addresses of the staged rows to the plugin that leads visitors on. Returns a notice with their number. */
export async function saveOldAddresses(em: EntityManager, importId: string): Promise<BatchNotice[]> {
  const { oldAddresses } = shopOf(em)
  const addresses = oldAddresses ? await selectAddresses(em) : []
  const count = addresses.length > 0 ? await oldAddresses?.save(em, addresses, importId) : 0
  return count ? [importNotice({ name: 'import_old_addresses', count })] : []
}

export async function removeOldAddresses(
  em: EntityManager,
  importId: string,
  keptIds: readonly string[],
): Promise<BatchNotice[]> {
  const count = await shopOf(em).oldAddresses?.remove(em, importId, keptIds)
  return count ? [importNotice({ name: 'undo_old_addresses', count })] : []
}

/** The first row of an address counts. New products have no row before the import runs. */
const selectAddresses = statement<OldAddress>(`
  select distinct on ("from") "from", kind, id, handle from (
    select address.value as "from", 'product' as kind, r.target_product as id,
      coalesce(p.handle, r.fit_handle) as handle, r.line
    from import_row r cross join jsonb_array_elements_text(r.old_addresses) as address (value)
    left join product p on p.id = r.target_product
    where r.is_first
    union all
    select c.old_address, 'product_category', k.id, k.handle, r.line
    from import_row r cross join jsonb_to_recordset(r.categories) as c (handle text, old_address text)
    join product_category k on k.handle = c.handle
    where r.is_first and c.old_address is not null
    union all
    select r.collection_address, 'product_collection', c.id, c.handle, r.line
    from import_row r join product_collection c on c.deleted_at is null
      and case when r.collection_handle is null then c.title = r.collection_title else c.handle = r.collection_handle end
    where r.is_first and r.collection_address is not null and c.handle is not null
  ) address
  order by "from", line`)
