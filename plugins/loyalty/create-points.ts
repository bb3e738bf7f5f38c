import { Migration } from '@mikro-orm/migrations'

export class CreatePoints extends Migration {
  override up(): void {
    this.addSql(`create table points_entry (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      customer_id text not null references customer,
      order_id text references "order",
      kind text not null check (kind in ('earned', 'reversed', 'adjusted')),
      points integer not null,
      reason text,
      unique (order_id, kind))`)
    this.addSql('create index points_entry_customer_id_idx on points_entry (customer_id)')
    this.addSql('create index points_entry_created_at_idx on points_entry (created_at)')
  }
}

export class AddRedeemedPoints extends Migration {
  override up(): void {
    this.addSql('alter table cart add loyalty_points integer')
  }
}

/** An order has many refunds, and one entry of each other kind. */
export class AddRefundedPoints extends Migration {
  override up(): void {
    this.addSql(
      'alter table points_entry drop constraint points_entry_order_id_kind_key, drop constraint points_entry_kind_check',
    )
    this.addSql(`alter table points_entry
      add constraint points_entry_kind_check check (kind in ('earned', 'refunded', 'reversed', 'adjusted'))`)
    this.addSql(
      `create unique index points_entry_order_id_kind_key on points_entry (order_id, kind) where kind <> 'refunded'`,
    )
    this.addSql('create index points_entry_order_id_idx on points_entry (order_id)')
  }
}

/** Units that came back for money had returned their share of the points. */
const RETURNED = `(coalesce((select sum(i.received_quantity) from return_item i join return r on r.id = i.return_id
    where i.item_id = line.id and r.claim_order_id is null and r.status = 'received'), 0)
  + coalesce((select sum(i.quantity) from claim_item i join claim_order c on c.id = i.claim_order_id
    where i.item_id = line.id and c.type = 'refund' and c.canceled_at is null), 0))`

/** Points become a balance of the core. Orders that were paid by adjustments of prices keep these. */
export class MovePoints extends Migration {
  override up(): void {
    this.addSql('alter table "order" add earned_points integer, add kept_points integer')
    this.addSql(`update "order" o set earned_points = e.earned, kept_points = greatest(0, e.kept) from (
      select order_id, sum(points) filter (where kind = 'earned') as earned, sum(points) as kept
      from points_entry where order_id is not null group by order_id) e where e.order_id = o.id and e.earned > 0`)
    this.addSql(`create temporary table moved_points on commit drop as
      select p.customer_id, sum(p.points) - coalesce((
        select sum(spent.amount - floor(spent.amount * least(1, ${RETURNED} / line.quantity::numeric)))
        from line_item_adjustment spent join line_item line on line.id = spent.item_id
          join "order" o on o.id = line.order_id join cart paid on paid.id = o.cart_id
        where spent.plugin = 'loyalty' and paid.customer_id = p.customer_id and o.status <> 'canceled'), 0)::bigint as points
      from points_entry p group by p.customer_id`)
    this.addSql(`insert into balance_account (id, created_at, updated_at, customer_id, kind, lowest_balance)
      select 'bal_' || right(customer_id, 26), now(), now(), customer_id, 'points', 0 from moved_points`)
    this.addSql(`insert into balance_entry (id, created_at, account_id, amount, reason, note)
      select 'bent_' || right(customer_id, 26), now(), 'bal_' || right(customer_id, 26), points, 'plugin', 'Earlier points'
      from moved_points where points <> 0`)
    this.addSql('drop table points_entry')
    this.addSql('alter table cart drop loyalty_points')
  }
}

/** Points of an earlier version had no currency. They pay in the default currency of the store. */
export class GivePointsCurrency extends Migration {
  override up(): void {
    this.addSql(`update balance_account set currency_code = (select default_currency_code from store limit 1)
      where kind = 'points' and currency_code is null`)
  }
}
