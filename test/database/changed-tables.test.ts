import { expect, test } from 'vitest'
import { changedTablesOf, lockedTablesOf, sourceTablesOf } from '#database/changed-tables.ts'

test.each<[string, [table: string, columns: string[] | undefined][]]>([
  ['insert into note (id) values ($1)', [['note', undefined]]],
  ['insert into note (id) values (1) on conflict (id) do update set id = 2', [['note', undefined]]],
  ['update note set text = $1', [['note', ['text']]]],
  [
    'UPDATE "order" AS o\n SET "key" = f(1, 2), at = (select 1 from x where y) WHERE o.id = 1',
    [['order', ['key', 'at']]],
  ],
  ['update only public.note n set text = case when 1 = 1 then 2 else text end from memo', [['note', ['text']]]],
  [
    'update "note" t set ("a", "b") = (select "a", "b" from json_populate_record(t, $2)) where t.id = $1',
    [['note', undefined]],
  ],
  [
    'with gone as (delete from note returning id), u as (update memo set a = 1) select * from gone',
    [
      ['note', undefined],
      ['memo', ['a']],
    ],
  ],
  ['merge into note using memo on true when matched then delete', [['note', undefined]]],
  ["select 'delete from note' from memo for no key update", []],
  ['select * from note n for update of n', []],
  ['select "update" from "insert into" as set_log', []],
])('%s changes %j', (sql, changes) => {
  expect(changedTablesOf(sql).map(({ table, columns }) => [table, columns])).toEqual(changes)
})

test.each<[string, string[]]>([
  ['select * from note', []],
  ['select * from "order" o where id = 1 for update', ['order']],
  ['select * from public.note n, memo join cart on true for no key update of n', ['note', 'memo', 'cart']],
  ['select to_json(t) as row from "note" t where t.id = $1 order by t.id for key share', ['note']],
])('%s locks rows of %j', (sql, tables) => expect(lockedTablesOf(sql)).toEqual(tables))

test.each<[string, string[]]>([
  ['select * from product p, "order" o, public.customer c where p.id = o.id', ['product', 'order', 'customer']],
  ['select * from product as p left join lateral (select 1 from cart) c on true', ['product', 'lateral', 'cart']],
  ['select * from product where id in (select product_id from review, note)', ['product', 'review', 'note']],
  ["select 'from cart' from product order by id", ['product']],
  ['select * from product, review r order by r.id, product.id', ['product', 'review']],
])('%s reads rows of %j', (sql, tables) => expect(sourceTablesOf(sql)).toEqual(tables))
