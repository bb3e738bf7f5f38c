import { Migration } from '@mikro-orm/migrations'

/** Customers and orders of the shop that was used before. */
export class Migration20261213100000_old_shop extends Migration {
  override up(): void {
    this.addSql(`
create table imported_customer (
  customer_id text primary key references customer on delete cascade,
  batch_job_id text references batch_job on delete set null,
  source text not null,
  external_id text,
  note text,
  tags jsonb not null,
  is_tax_exempt boolean
)`)
    this.addSql('create index on imported_customer (batch_job_id)')
    this.addSql(`
create table past_order (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  source text not null,
  number text not null,
  customer_id text references customer,
  email text,
  buyer_name text,
  placed_at timestamptz(3) not null,
  canceled_at timestamptz(3),
  status text check (status in ('open', 'completed', 'canceled', 'refunded')),
  old_status text,
  currency_code text not null references currency,
  subtotal bigint,
  discount_total bigint,
  shipping_total bigint,
  tax_total bigint,
  total bigint not null,
  refunded_total bigint,
  items jsonb not null,
  billing_address jsonb,
  shipping_address jsonb,
  details jsonb not null,
  batch_job_id text references batch_job on delete set null,
  unique (source, number)
)`)
    this.addSql('create index on past_order (created_at)')
    this.addSql('create index on past_order (placed_at)')
    this.addSql('create index on past_order (customer_id)')
    this.addSql('create index on past_order (lower(email))')
    this.addSql('create index on past_order (batch_job_id)')
    this.addSql(
      'create index past_order_search on past_order using gin (number gin_trgm_ops, email gin_trgm_ops, buyer_name gin_trgm_ops)',
    )
  }
}
