import { Migration } from '@mikro-orm/migrations'

/** The state of each shop, so that a list of shops opens none of them. It is no change of the directory. */
export class Migration20270113000000_shop_facts extends Migration {
  override up(): void {
    this.addSql(`
      create table shop_facts (
        shop_id text primary key references hosted_shop (id) on delete cascade,
        last_request_at timestamptz(3),
        last_order_at timestamptz(3),
        failing_jobs integer,
        size bigint
      )`)
    this.addSql('alter table hosted_shop add column schema_version text')
  }
}
