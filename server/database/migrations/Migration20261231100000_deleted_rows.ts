import { Migration } from '@mikro-orm/migrations'

/** Rows that a deletion removes from their tables, with their links, so that they can be restored for 30 days. */
export class Migration20261231100000_deleted_rows extends Migration {
  override up(): void {
    this.addSql(`create table deleted_row (
  id text primary key,
  resource text not null,
  title text not null,
  deleted_at timestamptz not null default now()
)`)
    this.addSql('create index on deleted_row (deleted_at)')
    this.addSql(`create table deleted_row_part (
  id bigint generated always as identity primary key,
  deleted_row_id text not null references deleted_row on delete cascade,
  table_name text not null,
  content jsonb not null
)`)
    this.addSql('create index on deleted_row_part (deleted_row_id, table_name)')
  }
}
