import type { Client } from 'pg'

/**
 * Each node of a cluster has sequences with numbers that only it uses, and its defaults
 * refuse to number rows with integers. On
 * the node that holds the schema, they continue after the largest value of their column, so that numbers have no gap
 * after a move. Later calls change nothing.
 */
export async function continueSequences(client: Client, schema: string): Promise<void> {
  await client.query(continueSql(client.escapeLiteral(schema)))
}

const continueSql = (schema: string): string => `
do $do$
declare
  s record;
  largest bigint;
  used bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('sequences of ' || current_schema(), 0));
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  for s in
    select distinct on (q.seqrelid) q.seqrelid::regclass as sequence, q.seqmin, q.seqmax, q.seqtypid::regtype as type,
      a.attrelid::regclass as owner, a.attname as name,
      pg_get_expr(uses.value, uses.owner) like 'worker_nextval%' as is_refused
    from pg_sequence q
    join pg_class c on c.oid = q.seqrelid
    join (
      select d.refobjid as sequence, f.adrelid as owner, f.adnum as number, f.adbin as value
      from pg_depend d join pg_attrdef f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
      union all
      select objid, refobjid, refobjsubid, null from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')
    ) uses on uses.sequence = q.seqrelid
    join pg_attribute a on a.attrelid = uses.owner and a.attnum = uses.number
    join pg_dist_partition p on p.logicalrelid = uses.owner
    where c.relnamespace = to_regnamespace(${schema})
  loop
    execute format('select max(%I) from %s', s.name, s.owner) into largest;
    execute format('select case when is_called then last_value end from %s', s.sequence) into used;
    if s.type = 'bigint'::regtype and s.seqmin > 1 then
      execute format('alter sequence %s minvalue 1 no maxvalue', s.sequence);
      used := null;
    elsif used = s.seqmax then
      used := null;
    end if;
    if s.is_refused then
      execute format('alter table %s alter %I set default nextval(%L)', s.owner, s.name, s.sequence);
    end if;
    if largest > coalesce(used, 0) or used is null then
      perform setval(s.sequence, coalesce(largest, 1), largest is not null);
    end if;
  end loop;
end $do$`
