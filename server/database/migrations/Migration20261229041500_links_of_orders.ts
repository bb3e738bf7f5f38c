import { Migration } from '@mikro-orm/migrations'

/** Customers pay orders and swaps by links. A payment collection collects what the customer of an order owes. */
export class Migration20261229041500_links_of_orders extends Migration {
  override up(): void {
    for (const table of ['"order"', 'swap'])
      this.addSql(`alter table ${table} add column payment_link_key text,
        add column payment_link_expires_at timestamptz(3)`)
    this.addSql(`
      alter table payment_collection add column order_id text references "order",
        drop constraint payment_collection_type_check,
        add constraint payment_collection_type_check
          check (type in ('order_edit', 'order') and (type = 'order') = (order_id is not null))`)
    this.addSql('create unique index on payment_collection (order_id)')
  }
}
