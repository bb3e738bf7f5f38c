import { Migration } from '@mikro-orm/migrations'

/** Finds open carts that expire, and the rows that refer to their addresses. */
export class Migration20261128100000_open_carts extends Migration {
  override up(): void {
    this.addSql(`create index cart_open on cart (id) where completed_at is null and type = 'default'`)
    this.addSql('create index on cart (billing_address_id) where billing_address_id is not null')
    this.addSql('create index on cart (shipping_address_id) where shipping_address_id is not null')
    this.addSql('create index on "order" (billing_address_id) where billing_address_id is not null')
    this.addSql('create index on customer (billing_address_id) where billing_address_id is not null')
  }
}
