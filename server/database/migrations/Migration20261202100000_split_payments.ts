import { Migration } from '@mikro-orm/migrations'

/** Several providers can pay for a cart. Each of its sessions has at most one open attempt and one payment. */
export class Migration20261202100000_split_payments extends Migration {
  override up(): void {
    for (const sql of [sessions, attempts, payments]) this.addSql(sql)
  }
}

/** The selected session pays the rest, so it has no fixed amount. */
const sessions = `
alter table payment_session add column fixed_amount bigint check (fixed_amount > 0),
  add constraint payment_session_rest_check check (fixed_amount is null or is_selected is null);
`

const attempts = `
drop index payment_attempt_live;
drop index payment_attempt_of_session;
drop index payment_attempt_completed;
create unique index payment_attempt_live on payment_attempt (session_id)
  where status in ('started', 'pending', 'requires_more', 'authorized');
create unique index payment_attempt_completed on payment_attempt (session_id)
  where status = 'completed' and cart_id is not null;
`

const payments = `
drop index payment_cart_id_idx;
create unique index payment_cart_id_idx on payment (cart_id, provider_id)
  where canceled_at is null and balance_account_id is null;
`
