import { Migration } from '@mikro-orm/migrations'

/** Trigram indexes for searches. Without the permission to add the extension, a search scans the table. */
export class Migration20261121180800_search extends Migration {
  override up(): void {
    this.addSql(`
      do $$ begin
        if not exists (select from pg_extension where extname = 'pg_trgm') then create extension pg_trgm; end if;
        create index customer_search on customer using gin (email gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops);
        create index discount_search on discount using gin (code gin_trgm_ops);
        create index product_variant_search on product_variant using gin (title gin_trgm_ops, sku gin_trgm_ops);
        create index product_title_search on product using gin (title gin_trgm_ops);
      exception when insufficient_privilege or undefined_file then
        raise notice 'The extension pg_trgm may not be added: searches read whole tables';
      end $$`)
    this.addSql('create index on discount_rule (type)')
  }
}
