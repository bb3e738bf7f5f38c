import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '#routers/reading/define-resource.ts'
import { parseSelection, type Selection } from '#routers/reading/selection.ts'
import { showRow } from '#routers/reading/show-row.ts'

class KeeperRow {
  declare id: string
  declare name: string
  declare phone: string
  declare keeps: object
}
class RuleRow {
  declare id: string
  declare type: string
  declare value: number
  declare keeper: object
}
class ThingRow {
  declare id: string
  declare code: string
  declare size: number
  declare note: string | null
  declare rule: object
  declare parts: object
  declare coin: object
}
class CoinRow {
  declare code: string
  declare name: string
}
const keeper = defineResource({
  name: 'Keeper',
  entity: KeeperRow,
  columns: { id: z.string(), name: z.string(), phone: z.string() },
  relations: () => ({ keeps: toMany(Rule) }),
})
interface KeeperView extends RowOf<typeof keeper> {}
const Keeper: Resource<KeeperView> = keeper

const Rule = defineResource({
  name: 'Rule',
  entity: RuleRow,
  columns: { id: z.string(), type: z.string(), value: z.int() },
  relations: () => ({ keeper: toOne(Keeper) }),
})
const Coin = defineResource({
  name: 'Coin',
  entity: CoinRow,
  columns: { code: z.string(), name: z.string() },
})
const Thing = defineResource({
  name: 'Thing',
  entity: ThingRow,
  columns: { id: z.string(), code: z.string(), size: z.int(), note: z.string().nullable() },
  relations: () => ({ rule: toOne(Rule), parts: toMany(Rule), coin: toOne(Coin) }),
})

/** The selected columns and relations of a row, such as `id code rule{id type}`. */
function outline({ columns, relations }: Selection): string {
  const nested = Array.from(relations, ([name, below]) => `${name}{${outline(below)}}`)
  return [...columns, ...nested].join(' ')
}

const all = 'id code size note'
const rule = 'rule{id type value}'
const parts = 'parts{id type value}'

describe('selections with all columns and the relation `rule` as defaults', () => {
  test.each([
    // 1. `expand`
    [{}, `${all} ${rule}`],
    [{ expand: 'parts' }, `${all} ${parts}`],
    [{ expand: 'rule,parts' }, `${all} ${rule} ${parts}`],
    [{ expand: 'rule.keeper' }, `${all} rule{id type value keeper{id name phone}}`],
    [{ expand: 'rule,rule.keeper,rule' }, `${all} rule{id type value keeper{id name phone}}`],
    [{ expand: '' }, all],
    [{ expand: ',' }, all],
    // 2. `fields`
    [{ fields: 'code' }, `id code ${rule}`],
    [{ fields: 'code,size,code' }, `id code size ${rule}`],
    [{ fields: 'id' }, `id ${rule}`],
    [{ fields: '' }, `id ${rule}`],
    [{ fields: '', expand: '' }, 'id'],
    [{ fields: 'code', expand: 'parts' }, `id code ${parts}`],
    // 3. Prefixes
    [{ fields: '-size' }, `id code note ${rule}`],
    [{ fields: '+size' }, `${all} ${rule}`],
    [{ fields: '-size,-note,+note' }, `id code note ${rule}`],
    [{ fields: '-id' }, `${all} ${rule}`],
    [{ fields: '*parts' }, `${all} ${rule} ${parts}`],
    [{ fields: '*parts', expand: '' }, `${all} ${parts}`],
    [{ fields: '-size,*parts' }, `id code note ${rule} ${parts}`],
    [{ fields: 'code,-size' }, `id code size ${rule}`],
    [{ fields: 'code,*parts' }, `id code ${rule} ${parts}`],
    // The names of relations in `fields` do not select them.
    [{ fields: 'code,rule,parts' }, `id code ${rule}`],
    [{ fields: 'code,parts', expand: 'parts' }, `id code ${parts}`],
    [{ fields: 'code,rule', expand: '' }, 'id code'],
    [{ fields: 'rule' }, `id ${rule}`],
    [{ fields: '+parts,-rule' }, `${all} ${rule}`],
    [{ fields: 'code,rule.keeper' }, `id code ${rule}`],
    // 4. Dotted fields
    [{ fields: 'rule.type' }, 'id rule{id type}'],
    [{ fields: 'code,rule.type,rule.value' }, 'id code rule{id type value}'],
    [{ fields: 'rule.type', expand: '' }, 'id'],
    [{ fields: 'parts.type' }, `id ${rule}`],
    [{ fields: 'code,rule.keeper.name', expand: 'rule.keeper' }, 'id code rule{id type value keeper{id name}}'],
    [{ fields: '-rule.type' }, `${all} rule{id value}`],
    [{ fields: '+rule.type' }, `${all} ${rule}`],
  ])('the selection %j returns its columns', (input, expectedOutline) => {
    expect(outline(parseSelection(Thing, input, { relations: ['rule'] }))).toBe(expectedOutline)
  })
})

test.each([
  [{}, 'id code rule{id type value}'],
  [{ fields: '' }, 'id rule{id type value}'],
  [{ fields: '+size' }, 'id code size rule{id type value}'],
  [{ fields: '-code' }, 'id rule{id type value}'],
])('the selection %j with default columns returns its columns', (input, expectedOutline) => {
  expect(outline(parseSelection(Thing, input, { relations: ['rule'], columns: ['id', 'code'] }))).toBe(expectedOutline)
})

test('an accompanying relation is included with its parent', () => {
  const companionRelations = ['rule.keeper']
  const keeper = 'keeper{id name phone}'
  expect(outline(parseSelection(Thing, { fields: 'code', expand: 'rule' }, { companionRelations }))).toBe(
    `id code rule{id type value ${keeper}}`,
  )
  expect(outline(parseSelection(Thing, { fields: 'code', expand: 'parts' }, { companionRelations }))).toBe(
    `id code ${parts}`,
  )
})

test('a scoped relation is limited to its scope at every place', () => {
  const scopes = { 'rule.keeper': { name: ['Ada'] } }
  const keeperIn = (expand: string) =>
    parseSelection(Thing, { expand }, { scopes }).relations.get('rule')?.relations.get('keeper')
  expect(keeperIn('rule.keeper')?.scope).toEqual({ name: ['Ada'] })
  expect(keeperIn('rule')).toBeUndefined()
  expect(keeperIn('parts')).toBeUndefined()
})

test('a resource without an id has no id in its selection', () => {
  expect(outline(parseSelection(Coin, { fields: 'name' }))).toBe('name')
  expect(outline(parseSelection(Coin, {}))).toBe('code name')
  expect(outline(parseSelection(Thing, { fields: 'coin.name', expand: 'coin' }))).toBe('id coin{name}')
})

// 6. A hidden column is treated as an unknown name.
test.each([
  [{ fields: 'password_hash' }, 'password_hash'],
  [{ fields: '+password_hash,code' }, 'password_hash'],
  [{ fields: '-nothing' }, 'nothing'],
  [{ fields: 'code, size' }, ' size'],
  [{ fields: 'rule.nothing' }, 'rule.nothing'],
  [{ fields: 'rule.nothing', expand: '' }, 'rule.nothing'],
  [{ fields: '*nothing' }, 'nothing'],
  [{ fields: '*code' }, 'code'],
  [{ fields: 'constructor' }, 'constructor'],
  [{ expand: 'nothing' }, 'nothing'],
  [{ expand: 'code' }, 'code'],
  [{ expand: 'rule.nothing' }, 'rule.nothing'],
  [{ expand: 'nothing.deeper' }, 'nothing'],
  [{ expand: 'rule, parts' }, ' parts'],
  [{ expand: 'rule.' }, 'rule.'],
  [{ expand: 'constructor' }, 'constructor'],
  [{ expand: 'a,b', fields: 'c,c' }, 'c, a, b'],
])('the selection %j is rejected', (input, names) => {
  expect(() => parseSelection(Thing, input)).toThrow(`Requested fields [${names}] are not valid`)
})

test.each([
  [{ fields: 'rule' }, 'rule'],
  [{ fields: 'code,rule.keeper' }, 'rule.keeper'],
])('the selection %j is rejected with strict fields', (input, names) => {
  expect(() => parseSelection(Thing, input, { strictFields: true })).toThrow(
    `Requested fields [${names}] are not valid`,
  )
})

test('a path may return to a resource but not form a cycle', () => {
  const expectedOutline = outline(parseSelection(Thing, { expand: 'rule.keeper.keeps', fields: '' }))
  expect(expectedOutline).toBe('id rule{id type value keeper{id name phone keeps{id type value}}}')
  expect(() => parseSelection(Thing, { expand: 'rule.keeper.keeps.keeper.keeps' })).toThrow(
    'Requested fields [rule.keeper.keeps.keeper] are not valid',
  )
})

test('a shown row has the selected columns and nothing else', () => {
  const keeper = { id: 'k', name: 'Ada', phone: '1', password_hash: 'x' }
  const row = {
    id: 't',
    code: 'A',
    size: () => 3,
    note: undefined,
    secret: 'x',
    rule: { id: 'r', type: 'fixed', value: 1, keeper },
    parts: new Set([{ id: 'p', type: 'part', value: 2 }]),
  }
  expect(
    showRow(Thing, row, parseSelection(Thing, { expand: 'rule.keeper,parts', fields: '+rule.type,-rule.value' })),
  ).toEqual({
    id: 't',
    code: 'A',
    size: 3,
    note: null,
    rule: { id: 'r', type: 'fixed', keeper: { id: 'k', name: 'Ada', phone: '1' } },
    parts: [{ id: 'p', type: 'part', value: 2 }],
  })
  expect(showRow(Thing, { ...row, rule: null }, parseSelection(Thing, { fields: '', expand: 'rule' }))).toEqual({
    id: 't',
    rule: null,
  })
})

test('rows are shown independently, with columns before relations and null for missing values', () => {
  const selection = parseSelection(Thing, { fields: 'note,code', expand: 'rule' })
  const rows = [{ id: 'a', code: 'A', note: 'x', rule: { id: 'r', type: 'fixed', value: 1 } }, { id: 'b' }]
  expect(JSON.stringify(rows.map((row) => showRow(Thing, row, selection)))).toBe(
    '[{"id":"a","note":"x","code":"A","rule":{"id":"r","type":"fixed","value":1}},{"id":"b","note":null,"code":null,"rule":null}]',
  )
})
