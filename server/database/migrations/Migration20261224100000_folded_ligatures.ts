import { Migration } from '@mikro-orm/migrations'

/** A search for `oeuvre` finds `œuvre`, and `aero` finds `ærø`: a ligature is two letters. */
export class Migration20261224100000_folded_ligatures extends Migration {
  override up(): void {
    this.addSql(fold)
    this.addSql(`update translation set texts = texts where texts::text ~ '[œæŒÆ]'`)
    this.addSql(`
      do $$ begin
        if to_regclass('translation_search') is not null then reindex index translation_search; end if;
      end $$`)
  }
}

const fold = `
create or replace function search_fold(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(
      replace(replace(replace(
        regexp_replace(normalize(lower($1), NFD), '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g'),
        'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'),
      'øłđðþı' || 'αβγδεζηθικλμνξοπρσςτυφχψω' || 'абвгдежзийклмнопрстуфхцчшщъыьэюя' || 'іїєґ' || 'אבגדהוזחטיכךלמםנןסעפףצץקרשת' || 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگکی',
      'oldddi' || 'abgdezhqiklmnxoprsstufxyw' || 'abvgdejziiklmnoprstufhcqwwxyxeua' || 'iieg' || 'abgdhwzxtikklmmnnsepfccqrst' || 'abttjhxddrzsscdtzegfqklmnhwyyhapjjgky'
    ),
    '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff])', ' \\1 ', 'g')
$$`
