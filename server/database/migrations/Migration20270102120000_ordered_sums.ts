import { Migration } from '@mikro-orm/migrations'

/** The rows of a day are next to each other, so a reader of some days reads few pages. Rows that workers add have this order anyway. */
export class Migration20270102120000_ordered_sums extends Migration {
  override up(): void {
    this.addSql(rebuilding)
  }
}

const KEY = 'region_id, currency_code'
const SUMS = [
  'orders',
  'returning_orders',
  'revenue',
  'gift_card_total',
  'refunded',
  'subtotal',
  'discount_total',
  'shipping_total',
  'tax_total',
]

const rebuilding = `
create or replace function rebuild_days_of_sales_and_units(zone text) returns void language plpgsql as $$
begin
  update sales_calendar set time_zone = zone;
  delete from daily_sale;
  insert into daily_sale (day, ${KEY}, ${SUMS.join(', ')})
  select (slot at time zone zone)::date, ${KEY}, ${SUMS.map((sum) => `sum(${sum})`).join(', ')} from quarter_hour_sale
  group by 1, 2, 3 order by 1, 2, 3;
  delete from variant_sale_total;
  with moved as (delete from variant_sale)
  insert into variant_sale_total (grain, start, variant_id, units)
  select 'day', (slot at time zone zone)::date, variant_id, sum(units) from actual_variant_sale group by 2, 3 order by 2, 3;
  insert into variant_sale_total (grain, start, variant_id, units)
  select longer.grain, date_trunc(longer.grain, t.start)::date, t.variant_id, sum(t.units)
  from variant_sale_total t, unnest('{month,year}'::text[]) longer (grain) group by 1, 2, 3 order by 1, 2, 3;
end $$;
`
