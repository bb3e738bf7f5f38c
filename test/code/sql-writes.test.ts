import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

/** Lower the number when fewer places are left; never raise it. */
const MAX_PLACES = 5

const EXCLUDED = [
  // Constraints of PostgreSQL and planted violations.
  'test/constraints.test.ts',
  'test/entities/invariants.test.ts',
  'test/database/',
  // Damaged backups, and writes of other programs during a move, a transfer or a count.
  'test/server/backups/',
  'test/server/hosting/move-database.test.ts',
  'test/server/hosting/move-frozen.test.ts',
  'test/server/hosting/move-shop.test.ts',
  'test/server/database/numbers-of-moved-schema.test.ts',
  'test/suites/faults/replace-servers.ts',
  'test/server/transfer/transfer.test.ts',
  'test/routers/admin/translation-counts.test.ts',
  // Workers of another node.
  'test/server/jobs/collect-jobs.test.ts',
  // The database of Medusa v1.
  'test/server/medusa/',
  'test/support/medusa-database.ts',
  // Statements that the shop refuses.
  'test/server/shop/writing-rules.test.ts',
  'test/server/shop/writing-effects.test.ts',
  // Examples of SQL in the text.
  'test/architecture.test.ts',
  'test/code/',
]

/** The tables of the shop and its job queue. Tests may write to tables that they create. */
const tables = filesIn('entities').flatMap((file) =>
  Array.from(readSource(file).matchAll(/(?:tableName: |pivotTable\()'(\w+)'/g), ([, table]) => table),
)
const TABLE = `"?(?:${[...tables, 'event_outbox', 'event_subscription', 'schema_migration', 'graphile_worker\\.\\w+', '\\$\\{\\w+\\}'].join('|')})"?`
const WRITE = new RegExp(
  `(?<!%)\\b(?:(?:insert into|delete from) ${TABLE}(?!\\w)|update ${TABLE} (?:\\w+ )?set\\b)`,
  'gi',
)

test(`tests write SQL into the shop at most at ${MAX_PLACES} places`, () => {
  const places = filesIn('test')
    .filter((file) => !EXCLUDED.some((excluded) => file.startsWith(excluded)))
    .flatMap((file) => Array.from(readSource(file).matchAll(WRITE), ([statement]) => `${file}: ${statement}`))
  expect(tables).toContain('line_item')
  expect(places.length, places.join('\n')).toBeLessThanOrEqual(MAX_PLACES)
})
