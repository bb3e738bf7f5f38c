import { Migration } from '@mikro-orm/migrations'

/** Whose a refund is, so that a claim hears when a provider gives its money back, or refuses to. */
export class Migration20261121180702_claim_refunds extends Migration {
  override up(): void {
    this.addSql(`
alter table refund add column claim_order_id text references claim_order;
create index on refund (claim_order_id);
`)
  }
}
