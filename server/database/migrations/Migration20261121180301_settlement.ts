import { Migration } from '@mikro-orm/migrations'

/** Captures and refunds. A row is stored before a remote provider is called. */
export class Migration20261121180301_settlement extends Migration {
  override up(): void {
    for (const sql of [questions, search]) this.addSql(sql)
  }
}

const questions = `
alter table payment add column capture_asked_at timestamptz(3),
  add constraint payment_capture_check check (capture_asked_at is null or (captured_at is null and canceled_at is null));
alter table refund add column status text not null default 'settled',
  add constraint refund_status_check check (status in ('pending', 'settled', 'failed'));
alter table refund alter column status drop default;
create index on refund (created_at) where status = 'pending';
`

/** Order lists filter by status, and search the names of customers. */
const search = `
create index on "order" (email);
create index on "order" (shipping_address_id);
create index on "order" (region_id);
create index on "order" (status, created_at, id);
create index on "order" (fulfillment_status, created_at, id);
create index on "order" (payment_status, created_at, id);
do $$ begin
  create index order_search on "order" using gin (email gin_trgm_ops);
  create index address_search on address using gin (first_name gin_trgm_ops);
  create index customer_phone_search on customer using gin (phone gin_trgm_ops);
exception when undefined_object then
  raise notice 'The extension pg_trgm is not there: searches read whole tables';
end $$;
`
