import { Migration } from '@mikro-orm/migrations'

/** A search of orders and customers reads the names and cities of addresses, and the billing addresses of orders. */
export class Migration20261128150000_search_by_names extends Migration {
  override up(): void {
    this.addSql('create index order_billing_address on "order" (billing_address_id)')
    this.addSql(`
      do $$ begin
        create index address_names_search on address
          using gin (first_name gin_trgm_ops, last_name gin_trgm_ops, city gin_trgm_ops);
        drop index if exists address_search;
      exception when undefined_object then
        raise notice 'Without the extension pg_trgm, searches read whole tables';
      end $$`)
  }
}
