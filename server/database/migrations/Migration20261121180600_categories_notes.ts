import { Migration } from '@mikro-orm/migrations'

/** The tree of product categories, and notes on any row. */
export class Migration20261121180600_categories_notes extends Migration {
  override up(): void {
    for (const sql of [categories, notes]) this.addSql(sql)
  }
}

const categories = `
create table product_category (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  name text not null,
  description text not null,
  handle text not null,
  is_active boolean not null,
  is_internal boolean not null,
  rank integer not null check (rank >= 0),
  mpath text collate "C" not null,
  parent_category_id text references product_category,
  check (parent_category_id <> id),
  check (mpath like '%' || id || '.'),
  -- One after the other while a category moves, each in its place when the transaction ends.
  unique nulls not distinct (parent_category_id, rank) deferrable initially deferred
);
create index on product_category (created_at);
create unique index on product_category (handle);
create unique index on product_category (mpath);

create table product_category_product (
  product_category_id text not null references product_category on delete cascade,
  product_id text not null references product on delete cascade,
  primary key (product_category_id, product_id)
);
create index on product_category_product (product_id);
`

const notes = `
create table note (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null,
  resource_type text not null,
  resource_id text not null,
  author_id text references "user"
);
create index on note (created_at);
create index on note (resource_id);
`
