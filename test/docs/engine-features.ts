type Support = 'yes' | 'no' | 'unknown' | (string & {})

interface EngineFeature {
  name: string
  /** Selects the number of objects of the schema that need the feature. */
  sql: string
  yugabyte: Support
  cockroach: Support
}

const ofIndexes = (condition: string) => `
  select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where c.relnamespace = 'public'::regnamespace and ${condition}`

const ofConstraints = (condition: string) =>
  `select count(*) from pg_constraint where connamespace = 'public'::regnamespace and ${condition}`

const ofTriggers = (condition: string) => `
  select count(*) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal and ${condition}`

const ofFunctions = (pattern: string) => `
  select count(*) from pg_proc p where pronamespace = 'public'::regnamespace and prosrc ~* '${pattern}'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

/** From documentation and issue trackers, read on 30 November 2026. The numbers in brackets are those of the sources of the page. */
export const ENGINE_FEATURES: readonly EngineFeature[] = [
  {
    name: 'triggers with transition tables (`referencing new table`)',
    sql: ofTriggers('coalesce(tgnewtable, tgoldtable) is not null'),
    yugabyte: 'no [16]',
    cockroach: 'newer versions [17]',
  },
  {
    name: 'triggers for each statement',
    sql: ofTriggers('tgtype & 1 = 0'),
    yugabyte: 'yes',
    cockroach: 'newer versions [18]',
  },
  {
    name: 'deferrable foreign keys',
    sql: ofConstraints(`contype = 'f' and condeferrable`),
    yugabyte: 'yes [19]',
    cockroach: 'no [12]',
  },
  {
    name: 'deferrable unique constraints',
    sql: ofConstraints(`contype = 'u' and condeferrable`),
    yugabyte: 'no [13]',
    cockroach: 'no [12]',
  },
  {
    name: 'GIN indexes of several columns',
    sql: ofIndexes(`amname = 'gin' and indnatts > 1`),
    yugabyte: 'no [20]',
    cockroach: 'unknown',
  },
  {
    name: 'GIN indexes with trigrams',
    sql: ofIndexes(`pg_get_indexdef(i.indexrelid) like '%gin_trgm_ops%'`),
    yugabyte: 'yes',
    cockroach: 'other syntax [14]',
  },
  {
    name: 'unique indexes with `nulls not distinct`',
    sql: ofIndexes('indnullsnotdistinct'),
    yugabyte: 'with PostgreSQL 15',
    cockroach: 'unknown',
  },
  {
    name: 'functions with `lock table`',
    sql: ofFunctions('lock table'),
    yugabyte: 'no [15]',
    cockroach: 'unknown',
  },
  {
    name: 'functions with dynamic statements (`execute`)',
    sql: ofFunctions('\\mexecute (format|\\()'),
    yugabyte: 'yes',
    cockroach: 'unknown',
  },
  {
    name: 'functions with `notify`',
    sql: ofFunctions('pg_notify|\\mnotify '),
    yugabyte: 'by a setting [10]',
    cockroach: 'no [9]',
  },
  {
    name: 'unlogged tables',
    sql: `select count(*) from pg_class where relnamespace = 'public'::regnamespace and relpersistence = 'u' and relkind = 'r'`,
    yugabyte: 'unknown',
    cockroach: 'unknown',
  },
]
