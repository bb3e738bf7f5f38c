import { Migration } from '@mikro-orm/migrations'

/** Several addresses can belong to one mailbox, so a limit for each customer compares mailboxes. */
export class Migration20261208100000_limit_per_customer extends Migration {
  override up(): void {
    this.addSql('alter table discount_rule add column limit_per_customer integer check (limit_per_customer > 0)')
    this.addSql(`
create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select case
    when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    when split_part(lower(email), '@', 2) in ('outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com',
        'mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'fastmail.com')
      then split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2)
    else lower(email) end
$$`)
    this.addSql('create index customer_mailbox_index on customer (mailbox_of(email))')
  }
}
