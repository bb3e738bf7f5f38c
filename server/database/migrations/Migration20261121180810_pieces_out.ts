import { Migration } from '@mikro-orm/migrations'

/**
 * Claims and returns cannot exceed the fulfilled quantity, also if their order was not locked, and a claimed
 * fulfillment cannot be canceled. For the return of a claim, only the quantity above the claim counts.
 */
export class Migration20261121180810_pieces_out extends Migration {
  override up(): void {
    for (const sql of [rules, triggers]) this.addSql(sql)
  }
}

const rules = `
alter table line_item drop constraint line_item_returned_check,
  add constraint line_item_returned_check check (coalesce(returned_quantity, 0) between 0 and coalesce(fulfilled_quantity, 0));

create function refuse_pieces_not_out(line text) returns void language plpgsql as $$
declare
  fulfilled integer;
  back integer;
begin
  select coalesce(fulfilled_quantity, 0) into fulfilled from line_item where id = line for no key update;
  select coalesce(sum(quantity), 0) into back from (
    select ci.quantity from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where ci.item_id = line and c.canceled_at is null and c.deleted_at is null and ci.deleted_at is null
    union all
    select greatest(0, ri.quantity - coalesce((select sum(ci.quantity) from claim_item ci
      where ci.claim_order_id = r.claim_order_id and ci.item_id = line and ci.deleted_at is null), 0))
    from return_item ri join return r on r.id = ri.return_id where ri.item_id = line and r.status <> 'canceled') pieces;
  if back > fulfilled then
    raise exception 'more pieces of % come back than were fulfilled', line
      using errcode = 'check_violation', table = 'line_item';
  end if;
end $$;

create or replace function refuse_claimed_pieces() returns trigger language plpgsql as $$
begin
  perform refuse_pieces_not_out(new.item_id);
  return null;
end $$;

create function refuse_unpacking() returns trigger language plpgsql as $$
begin
  perform refuse_pieces_not_out(new.id);
  return null;
end $$;
`

const triggers = `
create trigger return_item_pieces after insert or update of item_id, quantity on return_item
  for each row execute function refuse_claimed_pieces();
create trigger line_item_pieces after update of fulfilled_quantity on line_item
  for each row when (coalesce(new.fulfilled_quantity, 0) < coalesce(old.fulfilled_quantity, 0))
  execute function refuse_unpacking();
`
