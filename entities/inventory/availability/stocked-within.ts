import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { channelStockSql, type StockChannels } from './channel-stock.ts'

/** Selects the ids of the variants whose stock in the channels meets all conditions. */
export function stockedWithin(
  conditions: readonly (readonly [operator: '<' | '>' | '<=' | '>=' | '=', quantity: number])[],
  channels: Exclude<StockChannels, 'all'>,
): RawQueryFragment {
  const isDefault = channels === 'default'
  const channelSql = isDefault ? '= (select default_sales_channel_id from store)' : "= any(string_to_array(?, ','))"
  const values = isDefault ? [] : [channels.join(',')]
  const stock = `(${channelStockSql(`l.sales_channel_id ${channelSql}`)})`
  const tests = conditions.map(([operator]) => `stock.quantity ${operator} ?`).join(' and ')
  return raw(`(select id from (select v.id, ${stock} as quantity from product_variant v) stock where ${tests})`, [
    ...values,
    ...conditions.map(([, quantity]) => quantity),
  ])
}
