import { Migration } from '@mikro-orm/migrations'

/** Links a refund to its claim, so that the claim gets the result of the provider. */
export class Migration20261121180702_claim_refunds extends Migration {
  override up(): void {
    this.addSql(`
alter table refund add column claim_order_id text references claim_order;
create index on refund (claim_order_id);
`)
  }
}
