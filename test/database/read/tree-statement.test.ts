import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadModel, Selection } from '#database/read/model.ts'
import { planRead } from '#database/read/plan.ts'
import { setReadLanguages } from '#database/read/read-languages.ts'
import { readTrees } from '#database/read/read-trees.ts'
import { treeStatement } from '#database/read/tree-statement.ts'
import { batch } from '#database/statement.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { type TranslatedRow, writeTranslations } from '#entities/platform/translation/translation.ts'
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
  const { sql } = treeStatement(plan, { withDeleted: false, page: undefined, languages: [] })
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

test('the same statement reads the texts of a language and of its fallback', async () => {
  const em = orm.em.fork()
  em.create(ReturnReason, { id: 'rr_torn', value: 'torn', label: 'Torn' }, { persist: true })
  const child = { parent_return_reason_id: 'rr_torn' }
  em.create(ReturnReason, { id: 'rr_seam', value: 'seam', label: 'At the seam', ...child }, { persist: true })
  await em.flush()
  const texts: TranslatedRow[] = [
    { entity: 'return_reason', id: 'rr_torn', translations: { de: { label: 'Zerrissen' }, fr: { label: 'Déchiré' } } },
    { entity: 'return_reason', id: 'rr_seam', translations: { de: { label: 'An der Naht' } } },
  ]
  await writeTranslations(em, texts)
  const plan = planRead(em, model, selection)
  const { sql } = treeStatement(plan, { withDeleted: false, page: undefined, languages: ['$2', '$3'] })
  expect(sql.split('\n')[0]).toMatchInlineSnapshot(
    `"with t1 as (select "id", json_build_array("id", coalesce(texts0 ->> 'label', texts1 ->> 'label', "label")) as "_row" from "return_reason" left join (select row_id as row0, texts as texts0 from translation where language = $2) in0 on row0 = id left join (select row_id as row1, texts as texts1 from translation where language = $3) in1 on row1 = id where "id" = any((select $1::text[])::text[]) and deleted_at is null),"`,
  )
  const { rows } = await readTrees(setReadLanguages(em, ['fr', 'de']), ['rr_torn'], { plan })
  expect(rows).toMatchObject([{ label: 'Déchiré', return_reason_children: [{ label: 'An der Naht' }] }])
})
