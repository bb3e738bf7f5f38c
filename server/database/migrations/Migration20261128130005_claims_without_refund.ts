import { Migration } from '@mikro-orm/migrations'

export class Migration20261128130005_claims_without_refund extends Migration {
  override up(): void {
    this.addSql(`
alter table claim_order drop constraint claim_order_paid_check,
  add constraint claim_order_paid_check check (type <> 'replace' or payment_status = 'na');
`)
  }
}
