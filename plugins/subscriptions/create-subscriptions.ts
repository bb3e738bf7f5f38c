import { Migration } from '@mikro-orm/migrations'

export class CreateSubscriptions extends Migration {
  override up(): void {
    this.addSql('alter table product_variant add subscription_intervals text[]')
    this.addSql(`create table subscription (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      customer_id text not null references customer,
      order_id text not null references "order",
      variant_id text references product_variant on delete set null,
      quantity integer not null check (quantity > 0),
      interval text not null,
      status text not null check (status in ('active', 'unpaid', 'paused', 'canceled')),
      started_at timestamptz(3) not null,
      period integer not null,
      due_at timestamptz(3) not null,
      attempt_at timestamptz(3),
      attempts integer not null,
      problem text,
      provider_id text,
      agreed_price bigint,
      agreed_includes_tax boolean not null,
      cart_id text references cart on delete set null,
      cart_fingerprint text)`)
    this.addSql(`alter table line_item add subscription_interval text,
      add subscription_id text references subscription on delete set null`)
    this.addSql('create index line_item_subscription_id_idx on line_item (subscription_id)')
    this.addSql(`create index subscription_attempt_at_idx on subscription (attempt_at) where status = 'active'`)
    for (const column of ['customer_id', 'order_id', 'variant_id', 'cart_id', 'created_at'])
      this.addSql(`create index subscription_${column}_idx on subscription (${column})`)
  }
}
