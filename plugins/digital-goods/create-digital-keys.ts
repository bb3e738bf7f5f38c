import { Migration } from '@mikro-orm/migrations'

export class CreateDigitalKeys extends Migration {
  override up(): void {
    this.addSql('alter table product_variant add is_digital boolean not null default false')
    this.addSql(`create table digital_key (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      variant_id text not null references product_variant on delete cascade,
      code text not null unique,
      item_id text references line_item,
      order_id text references "order",
      customer_id text references customer,
      revoked_at timestamptz(3))`)
    this.addSql('create index digital_key_variant_id_idx on digital_key (variant_id, id) where item_id is null')
    this.addSql('create index digital_key_order_id_idx on digital_key (order_id)')
    this.addSql('create index digital_key_customer_id_idx on digital_key (customer_id)')
    this.addSql('create index digital_key_created_at_idx on digital_key (created_at)')
  }
}
