import { statement } from '#database/statement.ts'

export interface TaxedResourceCounts {
  product_count: number
  product_type_count: number
  shipping_option_count: number
}

export const countTaxedResources = statement<TaxedResourceCounts & { id: string }>(`
  select id,
    (select count(*)::int from product_tax_rate link join product thing on thing.id = link.product_id
     where link.rate_id = rate.id and thing.deleted_at is null) as product_count,
    (select count(*)::int from product_type_tax_rate link join product_type thing on thing.id = link.product_type_id
     where link.rate_id = rate.id and thing.deleted_at is null) as product_type_count,
    (select count(*)::int from shipping_tax_rate link join shipping_option thing on thing.id = link.shipping_option_id
     where link.rate_id = rate.id and thing.deleted_at is null) as shipping_option_count
  from unnest($1::text[]) rate (id)`)
