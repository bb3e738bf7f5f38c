import { expect, test } from 'vitest'
import { commandsOf, hasInnerCommands } from '#database/sql-script.ts'

test.each([
  ['select 1; select 2;', ['select 1', 'select 2']],
  ["select ';', e'\\';', \"a;b\"; select 2", ["select ';', e'\\';', \"a;b\"", 'select 2']],
  ['select 1 -- a; b\n; select 2', ['select 1 -- a; b', 'select 2']],
  ['select 1 /* a; */; -- end', ['select 1 /* a; */']],
  ['do $a$ begin perform $$;$$; end $a$; select $1', ['do $a$ begin perform $$;$$; end $a$', 'select $1']],
  ["select 'it''s;'; select 2", ["select 'it''s;'", 'select 2']],
  ["select 'begin atomic;'; select 2", ["select 'begin atomic;'", 'select 2']],
  ['create function f() returns int begin atomic select 1; select 2; end; select 3', []],
  ['create rule r as on insert to a do also (delete from b; delete from c)', []],
  [' ; ;\n', []],
])('a script is divided into its commands: %s', (script, commands) => {
  expect(commandsOf(script)).toEqual(commands)
})

test('commands without quotes inside of a command are found', () => {
  expect(hasInnerCommands('create function f() returns int BEGIN\n ATOMIC select 1; select 2; end')).toBe(true)
  expect(hasInnerCommands('create or replace rule r as on insert to a do also (delete from b; delete from c)')).toBe(
    true,
  )
  expect(hasInnerCommands('begin; select 1; commit')).toBe(false)
})
