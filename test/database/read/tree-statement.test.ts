import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadModel, Selection } from '#database/read/model.ts'
import { planRead } from '#database/read/plan.ts'
import { readTrees } from '#database/read/read-trees.ts'
import { treeStatement } from '#database/read/tree-statement.ts'
import { batch } from '#database/statement.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const cleanup = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = cleanup.use(await openClone()).orm
})
afterAll(() => cleanup.disposeAsync())

const modelOf = (relations: ReadModel['relations']): ReadModel => ({
  entity: ReturnReason,
  relations,
  loadSeparately: [],
  computed: undefined,
})
const nested = { model: modelOf(new Map()), storedName: 'return_reason_children', isListOfOne: false }
const model = modelOf(new Map([['return_reason_children', nested]]))
const selection: Selection = {
  columns: new Set(['id', 'label']),
  relations: new Map([['return_reason_children', { columns: new Set(['label']), relations: new Map() }]]),
}

test('one statement reads a tree of two levels, with one list of rows for each level', async () => {
  const em = orm.em.fork()
  em.create(ReturnReason, { id: 'rr_size', value: 'size', label: 'Wrong size' }, { persist: true })
  const child = { parent_return_reason_id: 'rr_size' }
  em.create(ReturnReason, { id: 'rr_big', value: 'big', label: 'Too big', ...child }, { persist: true })
  em.create(ReturnReason, { id: 'rr_small', value: 'small', label: 'Too small', ...child }, { persist: true })
  await em.flush()
  const plan = planRead(em, model, selection)
  const { sql } = treeStatement(plan, false)
  expect(sql).toMatchInlineSnapshot(`
    "with t1 as (select "id", json_build_array("id", "label") as "_row" from "return_reason" where "id" = any((select $1::text[])::text[]) and deleted_at is null),
    t2 as (select json_build_array("label", "parent_return_reason_id") as "_row" from "return_reason" where "parent_return_reason_id" = any(array(select "id" from t1)) and deleted_at is null order by "created_at" asc, "id" asc)
    select 't1' as name, json_agg("_row") as rows from t1
    union all select 't2' as name, json_agg("_row") as rows from t2"
  `)
  const [lists] = await batch<[object]>(em, { sql, parameters: [['rr_size']] })
  expect(lists).toEqual([
    { name: 't1', rows: [['rr_size', 'Wrong size']] },
    {
      name: 't2',
      rows: [
        ['Too big', 'rr_size'],
        ['Too small', 'rr_size'],
      ],
    },
  ])
  const { rows } = await readTrees(em, ['rr_size'], { plan })
  const children = [{ label: 'Too big' }, { label: 'Too small' }]
  expect(rows).toMatchObject([{ id: 'rr_size', label: 'Wrong size', return_reason_children: children }])
})
