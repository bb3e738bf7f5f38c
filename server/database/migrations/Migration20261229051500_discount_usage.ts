import { Migration } from '@mikro-orm/migrations'

/** Finds the orders of a discount. */
export class Migration20261229051500_discount_usage extends Migration {
  override up(): void {
    this.addSql('create index on agreed_discount (discount_id)')
    this.addSql('create index on order_discounts (discount_id)')
  }
}
