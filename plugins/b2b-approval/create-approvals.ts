import { Migration } from '@mikro-orm/migrations'

export class CreateApprovals extends Migration {
  override up(): void {
    this.addSql(`create table b2b_approval (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      cart_id text not null references cart on delete cascade,
      customer_id text not null references customer on delete cascade,
      content_hash text not null,
      total bigint not null,
      currency_code text not null,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      unique (cart_id, content_hash))`)
    this.addSql('create index b2b_approval_customer_id_idx on b2b_approval (customer_id)')
    this.addSql('create index b2b_approval_created_at_idx on b2b_approval (created_at)')
    this.addSql('alter table customer add approval_limit integer')
  }
}
