import { Migration } from '@mikro-orm/migrations'

/** PostgreSQL plans a function of SQL in each search, and a function of PL/pgSQL once in a connection. */
export class Migration20270215100000_cached_search_config extends Migration {
  override up(): void {
    this.addSql(config)
  }
}

const config = `
create or replace function search_config(language text) returns regconfig language plpgsql stable parallel safe as $$
begin
  if language = '' then return 'pg_catalog.simple'::regconfig; end if;
  return coalesce((
    select c.oid::regconfig from pg_catalog.pg_ts_config c join (values
      ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'),
      ('es', 'spanish'), ('et', 'estonian'), ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'),
      ('hi', 'hindi'), ('hu', 'hungarian'), ('hy', 'armenian'), ('id', 'indonesian'), ('it', 'italian'),
      ('lt', 'lithuanian'), ('nb', 'norwegian'), ('ne', 'nepali'), ('nl', 'dutch'), ('nn', 'norwegian'),
      ('no', 'norwegian'), ('pt', 'portuguese'), ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'),
      ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'), ('yi', 'yiddish')
    ) as known (code, name) on c.cfgname = known.name
    where c.cfgnamespace = 'pg_catalog'::regnamespace and known.code = lower(split_part(language, '-', 1))
  ), 'pg_catalog.simple'::regconfig);
end $$`
