import { Migration } from '@mikro-orm/migrations'

export class CreateReviews extends Migration {
  override up(): void {
    this.addSql(`create table review (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      product_id text not null references product on delete cascade,
      customer_id text not null references customer on delete cascade,
      rating integer not null check (rating between 1 and 5),
      text text not null,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      unique (product_id, customer_id))`)
    this.addSql('create index review_customer_id_idx on review (customer_id)')
    this.addSql('create index review_created_at_idx on review (created_at)')
    this.addSql('alter table product add rating double precision, add review_count integer not null default 0')
  }
}
