import { Migration } from '@mikro-orm/migrations'

/**
 * Customers can write their metadata. So the migration copies only ids of rows that are older than the database: they came from the
 * import of Medusa v1, and no request to this shop has changed them. Two customers cannot have the same account.
 */
export class Migration20261128110000_payment_accounts extends Migration {
  override up(): void {
    this.addSql('alter table customer add column payment_accounts jsonb')
    this.addSql(`
      update customer c set payment_accounts = jsonb_build_object('stripe', metadata ->> 'stripe_id')
      where has_account and metadata ->> 'stripe_id' ~ '^cus_[A-Za-z0-9]+$'
        and updated_at < (select min(executed_at) from schema_migration)
        and not exists (
          select from customer other
          where other.metadata ->> 'stripe_id' = c.metadata ->> 'stripe_id' and lower(other.email) <> lower(c.email))`)
  }
}
