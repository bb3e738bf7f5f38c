import { Migration } from '@mikro-orm/migrations'

/** `rebuild_sales` computes all sums after it has corrected `is_returning`, so the trigger appends no differences for these changes. */
export class Migration20270108110000_rebuilt_returning extends Migration {
  override up(): void {
    this.addSql('drop trigger sales_of_changed on "order"')
    this.addSql(`
      create trigger sales_of_changed after update of ${FACTS.join(', ')} on "order"
      for each row when ((${factsOf('old')}) is distinct from (${factsOf('new')})
        and current_setting('shop.rebuilds_sales', true) is distinct from 'true')
      execute function order_sales()`)
    this.addSql('alter function rebuild_sales() rename to rebuild_returning_and_sums')
    this.addSql(`
      create function rebuild_sales() returns void language plpgsql as $$
      begin
        perform set_config('shop.rebuilds_sales', 'true', true);
        perform rebuild_returning_and_sums();
        perform set_config('shop.rebuilds_sales', 'false', true);
      end $$`)
  }
}

const FACTS = [
  ...['created_at', 'region_id', 'currency_code', 'canceled_at', 'is_returning'],
  ...['sold_subtotal', 'sold_discount', 'sold_shipping', 'sold_tax'],
]

const factsOf = (row: string) => FACTS.map((fact) => `${row}.${fact}`).join(', ')
