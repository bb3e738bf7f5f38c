import { Migration } from '@mikro-orm/migrations'

/**
 * A unit is claimed at most once, and not after its return. The trigger locks the line, so concurrent claims see each
 * other.
 */
export class Migration20261121180701_claimed_once extends Migration {
  override up(): void {
    this.addSql(`
create function refuse_claimed_pieces() returns trigger language plpgsql as $$
declare
  fulfilled integer;
  back integer;
begin
  select coalesce(fulfilled_quantity, 0) into fulfilled from line_item where id = new.item_id for no key update;
  select coalesce(sum(quantity), 0) into back from (
    select ci.quantity from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where ci.item_id = new.item_id and c.canceled_at is null and c.deleted_at is null and ci.deleted_at is null
    union all
    select ri.quantity from return_item ri join return r on r.id = ri.return_id
    where ri.item_id = new.item_id and r.claim_order_id is null and r.status <> 'canceled') pieces;
  if back > fulfilled then
    raise exception 'more pieces of % come back than were fulfilled', new.item_id
      using errcode = 'check_violation', table = 'claim_item';
  end if;
  return null;
end $$;
create trigger claim_item_pieces after insert or update of item_id, quantity on claim_item
  for each row execute function refuse_claimed_pieces();
`)
  }
}
