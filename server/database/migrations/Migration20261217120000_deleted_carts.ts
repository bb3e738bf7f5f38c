import { Migration } from '@mikro-orm/migrations'

/** Expired carts are deleted. Their number stays, so that statistics can compare them with the orders of the same time. */
export class Migration20261217120000_deleted_carts extends Migration {
  override up(): void {
    this.addSql(`create table deleted_cart (
      slot timestamptz not null, carts bigint not null, with_items bigint not null, with_contact bigint not null)`)
    this.addSql('create index on deleted_cart (slot)')
    this.addSql(`create index cart_open_index on cart (created_at) where completed_at is null`)
  }
}
