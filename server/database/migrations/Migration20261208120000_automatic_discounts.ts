import { Migration } from '@mikro-orm/migrations'

/** Automatic discounts apply without a code. Few shops have more than some of them, so each read of a cart looks them up by an index. */
export class Migration20261208120000_automatic_discounts extends Migration {
  override up(): void {
    this.addSql(`
      alter table discount
        add column is_automatic boolean not null default false,
        add constraint automatic_without_codes check (not is_automatic or (not is_dynamic and parent_discount_id is null))`)
    this.addSql(`
      alter table discount_rule
        add column is_combinable boolean not null default false,
        add column priority integer not null default 0 check (priority between -1000 and 1000)`)
    this.addSql('create index discount_automatic_index on discount (id) where is_automatic and deleted_at is null')
  }
}
