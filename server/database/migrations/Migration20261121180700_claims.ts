import { Migration } from '@mikro-orm/migrations'

/** The refunded amount and quantity of each claim item, so that a later claim or return does not refund them again. */
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
