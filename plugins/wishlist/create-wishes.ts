import { Migration } from '@mikro-orm/migrations'

export class CreateWishes extends Migration {
  override up(): void {
    this.addSql(`create table wish (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      customer_id text not null references customer on delete cascade,
      variant_id text not null references product_variant on delete cascade,
      unique (customer_id, variant_id))`)
    this.addSql('create index wish_variant_id_idx on wish (variant_id)')
    this.addSql('create index wish_created_at_idx on wish (created_at)')
  }
}
