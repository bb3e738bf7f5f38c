import { Migration } from '@mikro-orm/migrations'

/**
 * `set_translated_texts` adds the differences to the stored counts. A deletion would not see the sums that another transaction has just stored
 * in place of deleted parts.
 */
export class Migration20270111000000_text_count_differences extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function set_translated_texts(entities text[], names text[]) returns void language plpgsql as $$
      declare
        name text;
      begin
        if not exists (
          (select e, n from unnest(entities, names) given (e, n) except select t.entity, t.name from translated_text t)
          union all
          (select t.entity, t.name from translated_text t except select e, n from unnest(entities, names) given (e, n))
        ) then return; end if;
        for name in select distinct e from unnest(entities) e order by e loop
          execute format('lock table %I in share row exclusive mode', name);
        end loop;
        lock table translation in share row exclusive mode;
        delete from translated_text;
        insert into translated_text select * from unnest(entities, names);
        with stored as materialized (
          select c.table_name, sum(c.rows) as rows from row_count c
          where c.table_name like 'texts:%' or c.table_name like 'translated:%' group by c.table_name
        ), actual as materialized (
          select * from actual_text_counts()
        ), differences as materialized (
          select coalesce(a.table_name, s.table_name), coalesce(a.rows, 0) - coalesce(s.rows, 0) as rows
          from actual a full join stored s on s.table_name = a.table_name
        )
        insert into row_count select * from differences where rows <> 0;
      end $$`)
  }
}
