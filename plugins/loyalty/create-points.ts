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

/** An order has many refunds, and one entry of each other kind. */
export class AddRefundedPoints extends Migration {
  override up(): void {
    this.addSql(
      'alter table points_entry drop constraint points_entry_order_id_kind_key, drop constraint points_entry_kind_check',
    )
    this.addSql(`alter table points_entry
      add constraint points_entry_kind_check check (kind in ('earned', 'refunded', 'reversed', 'adjusted'))`)
    this.addSql(
      `create unique index points_entry_order_id_kind_key on points_entry (order_id, kind) where kind <> 'refunded'`,
    )
    this.addSql('create index points_entry_order_id_idx on points_entry (order_id)')
  }
}
