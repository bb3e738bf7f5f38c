import { Migration } from '@mikro-orm/migrations'

/** Order edits: copies of the order lines, and their changes. */
export class Migration20261122120100_order_edits extends Migration {
  override up(): void {
    for (const sql of [tables, rules]) this.addSql(sql)
  }
}

const tables = `
create table order_edit (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  order_id text not null references "order",
  status text not null check (status in ('created', 'requested', 'confirmed', 'declined', 'canceled')),
  internal_note text,
  created_by text,
  requested_by text,
  requested_at timestamptz(3),
  confirmed_by text,
  confirmed_at timestamptz(3),
  declined_by text,
  declined_reason text,
  declined_at timestamptz(3),
  canceled_by text,
  canceled_at timestamptz(3)
);

create table order_item_change (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  type text not null,
  order_edit_id text not null references order_edit,
  original_line_item_id text references line_item,
  line_item_id text references line_item
);

alter table line_item add foreign key (order_edit_id) references order_edit;
`

/** An order has at most one open edit. An edit has each line of the order once, and one change for each line. */
const rules = `
alter table order_edit add constraint order_edit_state_check check (
  (status = 'confirmed') = (confirmed_at is not null) and
  (status = 'declined') = (declined_at is not null) and
  (status = 'canceled') = (canceled_at is not null) and
  (status <> 'requested' or requested_at is not null));
alter table order_item_change add constraint order_item_change_type_check check (case type
  when 'item_add' then original_line_item_id is null and line_item_id is not null
  when 'item_update' then original_line_item_id is not null and line_item_id is not null
  when 'item_remove' then original_line_item_id is not null and line_item_id is null
  else false end);
create unique index order_edit_open on order_edit (order_id) where status in ('created', 'requested');
create index on order_edit (order_id);
create index on order_edit (created_at, id);
create unique index on order_item_change (order_edit_id, original_line_item_id);
create unique index on order_item_change (line_item_id);
create index on order_item_change (original_line_item_id);
create unique index on line_item (order_edit_id, original_item_id);
`
