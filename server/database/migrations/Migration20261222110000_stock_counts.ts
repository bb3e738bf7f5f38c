import { Migration } from '@mikro-orm/migrations'

export class Migration20261222110000_stock_counts extends Migration {
  override up(): void {
    this.addSql(`create table stock_count (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      location_id text,
      reason text not null check (reason <> ''),
      created_by text,
      items jsonb not null check (jsonb_typeof(items) = 'array'))`)
    this.addSql('create index on stock_count (created_at)')
    this.addSql('create index on product_variant (ean) where ean is not null')
    this.addSql('create index on product_variant (upc) where upc is not null')
  }
}
