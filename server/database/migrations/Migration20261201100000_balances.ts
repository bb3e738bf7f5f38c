import { Migration } from '@mikro-orm/migrations'

/** Balances of customers, and the payments that they make. The balance of an account is the sum of its entries. */
export class Migration20261201100000_balances extends Migration {
  override up(): void {
    for (const sql of [accounts, entries, payments, carts]) this.addSql(sql)
  }
}

const accounts = `
create table balance_account (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  customer_id text not null references customer,
  kind text not null check (kind <> ''),
  currency_code text references currency,
  lowest_balance bigint not null check (lowest_balance <= 0),
  unique nulls not distinct (customer_id, kind, currency_code)
);
create index on balance_account (created_at);
`

const entries = `
create table balance_entry (
  id text primary key,
  created_at timestamptz(3) not null,
  account_id text not null references balance_account,
  amount bigint not null check (amount <> 0),
  reason text not null check (reason in ('payment', 'refund', 'grant', 'deduction', 'plugin')),
  order_id text references "order",
  payment_id text references payment,
  refund_id text references refund,
  note text,
  created_by text,
  check (case reason
    when 'payment' then amount < 0 and payment_id is not null
    when 'refund' then amount > 0 and refund_id is not null
    when 'grant' then amount > 0
    when 'deduction' then amount < 0
    else true end)
);
create index on balance_entry (account_id, created_at) include (amount);
create unique index on balance_entry (payment_id) where reason = 'payment';
create unique index on balance_entry (refund_id);
create index on balance_entry (order_id);
`

const payments = `
alter table refund add column balance_account_id text references balance_account;
alter table payment add column balance_account_id text references balance_account;
drop index payment_cart_id_idx;
create unique index payment_cart_id_idx on payment (cart_id) where canceled_at is null and balance_account_id is null;
create index on payment (balance_account_id) where balance_account_id is not null;
create index on refund (balance_account_id) where balance_account_id is not null;
insert into payment_provider (id, is_installed) values ('balance', true);
alter table region_payment_providers add constraint region_payment_providers_balance_check check (provider_id <> 'balance');
alter table payment_session add constraint payment_session_balance_check check (provider_id <> 'balance');
alter table payment add constraint payment_balance_check check ((provider_id = 'balance') = (balance_account_id is not null));
`

/** \`tenders\` is the choice of the customer, and \`agreed_tender_total\` the amount to which the customer agreed. */
const carts = 'alter table cart add column tenders jsonb, add column agreed_tender_total bigint'
