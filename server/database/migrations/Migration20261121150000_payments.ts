import { Migration } from '@mikro-orm/migrations'

/** Payment attempts. A row is stored before a remote provider is called. */
export class Migration20261121150000_payments extends Migration {
  override up(): void {
    this.addSql(attempts)
  }
}

const attempts = `
create table payment_attempt (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  cart_id text not null references cart,
  session_id text not null,
  provider_id text not null references payment_provider,
  amount bigint not null check (amount > 0),
  currency_code text not null references currency,
  contents text not null,
  status text not null check (status in ('started', 'pending', 'requires_more', 'authorized', 'completed', 'declined', 'canceling', 'canceled', 'failed')),
  data jsonb not null,
  asked_until timestamptz(3)
);
create index on payment_attempt (cart_id);
create unique index payment_attempt_live on payment_attempt (cart_id)
  where status in ('started', 'pending', 'requires_more', 'authorized');
create unique index payment_attempt_completed on payment_attempt (cart_id) where status = 'completed';
create index payment_attempt_unsettled on payment_attempt (created_at)
  where status in ('started', 'pending', 'requires_more', 'authorized', 'canceling');
alter table cart add payment_attempt_id text references payment_attempt deferrable initially deferred;
`
