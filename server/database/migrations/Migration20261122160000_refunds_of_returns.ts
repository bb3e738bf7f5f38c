import { Migration } from '@mikro-orm/migrations'

/** Links a refund to its return, because an administrator chooses the reason freely. */
export class Migration20261122160000_refunds_of_returns extends Migration {
  override up(): void {
    this.addSql(`
alter table refund add column return_id text;
alter table refund add foreign key (return_id) references return;
update refund f set return_id = (
  select id from return r
  where r.order_id = f.order_id and r.status = 'received' and r.claim_order_id is null and r.swap_id is null
    and f.created_at between r.received_at - interval '1 second' and r.received_at + interval '1 minute'
  order by r.received_at desc limit 1)
where f.reason = 'return';
create index on refund (return_id) where return_id is not null;
`)
  }
}
