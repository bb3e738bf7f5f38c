import { Migration } from '@mikro-orm/migrations'

/** What the storefront needs beside the entities: shared counts of what may be done only so often, and its search. */
export class Migration20261121140000_storefront extends Migration {
  override up(): void {
    for (const sql of [limits, search]) this.addSql(sql)
  }
}

/** The columns are those that rate-limiter-flexible writes. Losing the counts in a crash does no harm. */
const limits = `
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
`

/** Words by full text, and by likeness for those that are mistyped or not yet typed to their end. */
const search = `
create extension if not exists pg_trgm;
create index product_words on product using gin (to_tsvector('simple', title || ' ' || coalesce(description, '')));
create index on product using gin (title gin_trgm_ops);
create index on product_variant using gin (title gin_trgm_ops);
create index on product_variant using gin (sku gin_trgm_ops);
create index on product_collection using gin (title gin_trgm_ops);
`
