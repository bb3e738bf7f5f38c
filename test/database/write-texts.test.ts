import { expect, test } from 'vitest'
import { isWrite } from '#database/write-texts.ts'

test.each([
  'insert into note (id) values ($1)',
  'update note set text = $1',
  'UPDATE "order" AS o\n SET email = 1',
  'update only public.note n set text = 1',
  'delete from note',
  'with gone as (delete from note returning id) select * from gone',
  'merge into note using memo on true when matched then delete',
  'truncate note',
  'create temp table copy as select 1',
  "select 'x'; delete from note",
  'select 1; truncate note',
  '/* a comment */ truncate note',
  '-- a comment\ncreate table memo ()',
  'select * into memo from note',
  'update note * set text = 1',
  'update only (note) set text = 1',
])('%s writes', (sql) => expect(isWrite(sql)).toBe(true))

test.each([
  'select * from note for update',
  'select * from note n for no key update of n skip locked',
  "select 'delete from note', $$ update note set x $$",
  'select updated_at, set from note -- delete from note',
  'select "insert into" from update_log as set_log',
])('%s only reads', (sql) => expect(isWrite(sql)).toBe(false))
