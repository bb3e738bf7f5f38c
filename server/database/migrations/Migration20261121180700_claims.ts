import { Migration } from '@mikro-orm/migrations'

/** What was given back for which pieces, so that no later claim or return gives it back again. */
export class Migration20261121180700_claims extends Migration {
  override up(): void {
    this.addSql(`
alter table claim_item add column refund_amount bigint not null default 0 check (refund_amount >= 0);
alter table return_item add column refund_amount bigint not null default 0 check (refund_amount >= 0);
alter table claim_order
  add constraint claim_order_refund_check check (type = 'refund' or coalesce(refund_amount, 0) = 0),
  add constraint claim_order_paid_check check ((type = 'replace') = (payment_status = 'na'));
`)
  }
}
