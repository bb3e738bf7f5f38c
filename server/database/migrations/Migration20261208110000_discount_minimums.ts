import { Migration } from '@mikro-orm/migrations'

export class Migration20261208110000_discount_minimums extends Migration {
  override up(): void {
    this.addSql(`
      alter table discount_rule
        add column minimum_amount bigint check (minimum_amount > 0),
        add column minimum_quantity integer check (minimum_quantity > 0)`)
  }
}
