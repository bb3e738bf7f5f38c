import { Migration } from '@mikro-orm/migrations'

/** The indexes have only rows with tags, so that a sale does not write to them. */
export class Migration20261216100000_tags extends Migration {
  override up(): void {
    this.addSql(`create table tag (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      resource text not null check (resource in ('order', 'draft_order', 'customer')),
      name text not null check (name <> ''))`)
    this.addSql('create unique index tag_name_index on tag (resource, name)')
    this.addSql('create index on tag (created_at)')
    for (const table of ['"order"', 'draft_order', 'customer']) {
      this.addSql(`alter table ${table} add column tags text[]`)
      this.addSql(`create index on ${table} using gin (tags) where tags is not null`)
    }
  }
}
