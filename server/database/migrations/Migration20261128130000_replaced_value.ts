import { Migration } from '@mikro-orm/migrations'

export class Migration20261128130000_replaced_value extends Migration {
  override up(): void {
    this.addSql(`
alter table line_item add column replaced_value bigint
  constraint line_item_replaced_value_check check (replaced_value >= 0);
`)
  }
}
