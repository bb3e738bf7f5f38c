import { Migration } from '@mikro-orm/migrations'

export class CreatePoints extends Migration {
  override up(): void {
    this.addSql(`create table points_entry (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      customer_id text not null references customer,
      order_id text references "order",
      kind text not null check (kind in ('earned', 'reversed', 'adjusted')),
      points integer not null,
      reason text,
      unique (order_id, kind))`)
    this.addSql('create index points_entry_customer_id_idx on points_entry (customer_id)')
    this.addSql('create index points_entry_created_at_idx on points_entry (created_at)')
  }
}

export class AddRedeemedPoints extends Migration {
  override up(): void {
    this.addSql('alter table cart add loyalty_points integer')
  }
}
