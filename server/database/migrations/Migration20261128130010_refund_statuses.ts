import { Migration } from '@mikro-orm/migrations'

export class Migration20261128130010_refund_statuses extends Migration {
  override up(): void {
    this.addSql(`
update "order" o set payment_status = case when paid.refunded < paid.amount then 'partially_refunded' else 'refunded' end
from (
  select order_id, sum(amount) as amount, sum(amount_refunded) as refunded from payment
  where canceled_at is null and (swap_id is null or captured_at is not null)
  group by order_id having bool_and(captured_at is not null) and sum(amount_refunded) > 0
) paid
where paid.order_id = o.id and o.canceled_at is null and payment_status in ('captured', 'partially_refunded', 'refunded');
`)
    this.addSql(`
update claim_order set payment_status = 'na'
where type = 'refund' and payment_status = 'refunded' and coalesce(refund_amount, 0) = 0
  and not exists (select from refund where claim_order_id = claim_order.id and status <> 'failed');
`)
  }
}
