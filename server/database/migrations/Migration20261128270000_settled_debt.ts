import { Migration } from '@mikro-orm/migrations'

/**
 * The amounts by which returns, claims and swaps reduced the debt of the customer. A requested return has a row with the planned
 * amount if its refund depends on the debt.
 */
export class Migration20261128270000_settled_debt extends Migration {
  override up(): void {
    this.addSql(`
create table settled_debt (
  owner_id text primary key,
  order_id text not null references "order" on delete cascade,
  amount bigint not null check (amount > 0),
  is_settled boolean not null
)`)
    this.addSql('create index settled_debt_order_id_index on settled_debt (order_id)')
  }
}
