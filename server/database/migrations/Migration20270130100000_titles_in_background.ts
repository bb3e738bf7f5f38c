import { Migration } from '@mikro-orm/migrations'

/**
 * A job stores the titles of a language whose chain has changed. `unstored_after` is the last product whose title is stored, and null if all are:
 * then lists by title read them. The primary key has the titles, so that a list of few products looks them up in the pages of its language.
 */
export class Migration20270130100000_titles_in_background extends Migration {
  override up(): void {
    this.addSql('alter table language_chain add column unstored_after text')
    this.addSql("alter table language_chain alter column unstored_after set default ''")
    this.addSql('alter table product_title drop constraint product_title_pkey')
    this.addSql('alter table product_title add primary key (language, product_id) include (title)')
    this.addSql(deleteTitles)
    this.addSql(setChains)
    this.addSql(`
      create trigger titles_stored after update on language_chain
      for each row when (old.unstored_after is not null and new.unstored_after is null)
      execute function renew_settings_version()`)
  }
}

const CHAIN = 'language, place, code, collation_name, collation_version'
const GIVEN =
  'jsonb_to_recordset(given) given_chain (language text, place integer, code text, collation_name text, collation_version text)'

/** The job deletes the titles of languages that the shop has no longer. */
const deleteTitles = `
create or replace function delete_product_titles() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select id from deleted);
begin
  delete from product_title where language in (select language from language_chain) and product_id = any(ids);
  return null;
end $$`

/** Waits for the transactions that have stored titles by the old chains. Writers of titles wait for the lock, and then use the new chains. */
const setChains = `
create or replace function set_language_chains(given jsonb) returns void language plpgsql as $$
declare
  changed text[];
begin
  lock table product_title in share row exclusive mode;
  changed := array(
    select distinct language from (
      (select ${CHAIN} from ${GIVEN} except select ${CHAIN} from language_chain)
      union all
      (select ${CHAIN} from language_chain except select ${CHAIN} from ${GIVEN})
    ) differences);
  if changed <> '{}' then
    delete from language_chain where language = any(changed);
    insert into language_chain (${CHAIN}) select ${CHAIN} from ${GIVEN} where language = any(changed);
  end if;
  perform index_product_titles();
end $$`
