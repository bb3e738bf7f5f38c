import { Migration } from '@mikro-orm/migrations'

/** The values that an import has replaced, so that it can be undone for a day. */
export class Migration20261221100000_imported_changes extends Migration {
  override up(): void {
    this.addSql(`
create table imported_change (
  batch_job_id text not null references batch_job on delete cascade,
  line integer not null,
  product_id text not null references product on delete cascade,
  variant_id text,
  new_variant_id text,
  columns text[] not null,
  before jsonb not null,
  quantity integer,
  digest text,
  primary key (batch_job_id, line)
)`)
    this.addSql('create index on imported_change (product_id)')
  }
}
