import type { BoundStatement } from '#database/statement.ts'
import type { PriceSetting } from '../product/price-setting.ts'
import { currentPriceSql } from './current-prices.ts'
import { filterConditions } from './filter-conditions.ts'
import { MAX_RANKED } from './max-ranked.ts'
import type { ProductSearch } from './product-search.ts'
import { SqlValues } from './sql-values.ts'
import { visibleOfFewSql, visibleSql } from './visible-products.ts'
import { wordsSql } from './words-sql.ts'

/** Selects product ids, best match first. A search without words selects the newest products. */
export function pageStatement(search: ProductSearch): BoundStatement<{ id: string }> {
  const { filter, channels, chain, setting, limit, offset } = search
  const values = new SqlValues()
  const searched = wordsSql(search, values)
  const conditions = filterConditions(filter, { values, chain, price: () => lowestPriceSql(setting, values) })
  const visible = searched ? visibleOfFewSql(channels, values) : visibleSql(channels, values)
  const matching = [visible, ...conditions.map(({ sql }) => sql)]
  const page = `limit ${values.add(limit)} offset ${values.add(offset)}`
  const sql = searched
    ? `
      with matches as (
        select p.id, p.created_at, p.title, c.id as collection_id, c.title as collection_title
        from product p left join product_collection c on c.id = p.collection_id and c.deleted_at is null
        where ${[...matching, searched.isFound].join(' and ')}
        order by p.created_at desc, p.id desc limit ${MAX_RANKED}
      )${searched.collections ? `, ${searched.collections}` : ''}
      select m.id from matches m ${searched.joins}
      order by ${searched.rank} desc,
        m.created_at desc, m.id desc ${page}`
    : `select p.id from product p where ${matching.join(' and ')} order by p.created_at desc, p.id desc ${page}`
  return { sql, parameters: values.list }
}

const lowestPriceSql = (setting: PriceSetting, values: SqlValues): string => `(
  select min(m.amount) from product_variant v join money_amount m on m.variant_id = v.id
  where v.product_id = p.id and v.deleted_at is null and ${currentPriceSql(setting, (value) => values.add(value))})`
