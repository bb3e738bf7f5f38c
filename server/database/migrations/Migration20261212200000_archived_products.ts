import { Migration } from '@mikro-orm/migrations'

/** An archived product is a draft that lists of the console hide. */
export class Migration20261212200000_archived_products extends Migration {
  override up(): void {
    this.addSql('alter table product add column archived_at timestamptz(3)')
    this.addSql('create index on product (deleted_at) where deleted_at is not null')
  }
}
