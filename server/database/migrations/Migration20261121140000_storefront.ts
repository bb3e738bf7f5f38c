import { Migration } from '@mikro-orm/migrations'

/** Rate limits and the product search. */
export class Migration20261121140000_storefront extends Migration {
  override up(): void {
    for (const sql of [limits, search]) this.addSql(sql)
  }
}

/** rate-limiter-flexible writes this table. A crash may lose the counts. */
const limits = `
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
`

/** Full-text search for whole words, and trigrams for misspelled and incomplete words. */
const search = `
do $$ begin if not exists (select from pg_extension where extname = 'pg_trgm') then create extension pg_trgm; end if; end $$;
create index product_words on product using gin (to_tsvector('simple', title || ' ' || coalesce(description, '')));
create index on product using gin (title gin_trgm_ops);
create index on product_variant using gin (title gin_trgm_ops);
create index on product_variant using gin (sku gin_trgm_ops);
create index on product_collection using gin (title gin_trgm_ops);
`
