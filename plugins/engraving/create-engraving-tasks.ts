import { Migration } from '@mikro-orm/migrations'

export class CreateEngravingTasks extends Migration {
  override up(): void {
    this.addSql('alter table line_item add engraving text')
    this.addSql('alter table product add engraving_template text references upload')
    this.addSql('create index product_engraving_template_idx on product (engraving_template)')
    this.addSql(`create table engraving_task (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      order_id text not null references "order" on delete cascade,
      line_item_id text not null unique references line_item on delete cascade,
      text text not null,
      done_at timestamptz(3))`)
    this.addSql('create index engraving_task_order_id_idx on engraving_task (order_id)')
    this.addSql('create index engraving_task_created_at_idx on engraving_task (created_at)')
  }
}
