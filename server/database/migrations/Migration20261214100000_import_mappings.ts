import { Migration } from '@mikro-orm/migrations'

/** The fields of the columns of tables that no program wrote. */
export class Migration20261214100000_import_mappings extends Migration {
  override up(): void {
    this.addSql(`create table import_mapping (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name text not null check (name <> ''),
      digest text not null unique,
      columns jsonb not null check (jsonb_typeof(columns) = 'object'))`)
  }
}
