import { Migration } from '@mikro-orm/migrations'

export class Migration20261128130020_difference_due extends Migration {
  override up(): void {
    this.addSql('alter table "order" add column difference_due bigint not null default 0')
    this.addSql('create index order_difference_due_index on "order" (created_at) where difference_due <> 0')
    this.addSql(`
alter table refund add column excess_amount bigint
  constraint refund_excess_amount_check check (excess_amount between 0 and amount);
`)
  }
}
