import { Migration } from '@mikro-orm/migrations'

/** The products that an import has created, so that it can be undone while they are unchanged. */
export class Migration20261207100001_imported_products extends Migration {
  override up(): void {
    this.addSql(`
create table imported_product (
  product_id text primary key references product on delete cascade,
  batch_job_id text not null references batch_job on delete cascade,
  digest text not null
)`)
    this.addSql('create index on imported_product (batch_job_id)')
  }
}
