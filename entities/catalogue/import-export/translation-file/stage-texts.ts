import type { EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { assertText } from '#entities/market/language/translate-rows.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import {
  type CellFault,
  cellFault,
  FaultCollector,
  type FoundFault,
  InvalidLine,
  MAX_REPORTED_FAULTS,
  placeText,
  summarizeFaults,
} from '#entities/platform/batch-job/line-faults.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { existsSql } from '../../translation/entity-statements.ts'
import { translatedEntities, unknownEntity } from '../../translation/translated-entities.ts'
import { openTable } from '../csv/open-table.ts'
import { processInBatches } from '../csv/process-in-batches.ts'
import type { CsvLine, ReadFile } from '../csv/read-csv.ts'
import { trimBlanks } from '../csv/trim-blanks.ts'
import { fileNotices, importNotice } from '../import-notice.ts'
import { assertStorable } from '../product-import/staged-row.ts'
import { ENTITY, ID, isTextTitle, readTextTitles, TEXT, type TextFileColumn, translatedLanguages } from './columns.ts'

interface TextLine {
  line: number
  sheet_row: number
  entity: string
  row_id: string
  column_name: string
  original: string | null
  /** By language. An empty text removes a translation. */
  texts: Record<string, string>
}

/**
 * Reads and checks a file of translations, and collects the changed texts in the temporary table `changed_text`. Returns their number.
 * @throws BatchRefused with the faults of the lines.
 */
export async function stageTexts(
  em: EntityManager,
  read: ReadFile,
  reportProgress: (lines: number) => Promise<void>,
): Promise<{ count: number; notices: BatchNotice[] }> {
  const languages = await translatedLanguages(em)
  await using file = await openTable(read, isTextTitle)
  const columns = readTextTitles(file.titles, languages)
  const faults = new FaultCollector()
  const parseLine = (line: CsvLine): TextLine | undefined => {
    try {
      return readTextLine(em, line, columns)
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error
      faults.add({ line: line.line, sheet_row: line.row, message: error.message, reasons: error.reasons })
      return undefined
    }
  }
  await createLines(em)
  await processInBatches(file.lines, parseLine, async (rows, lines) => {
    await insertLines(em, JSON.stringify(rows))
    await reportProgress(lines)
  })
  await analyzeLines(em)
  const messageOf = ({ message, ...place }: FoundFault) => `${message} (${placeText(place)})`
  for (const [entity, meta] of translatedEntities(em))
    faults.addAll(summarizeFaults(await missingRowsOf(meta)(em, entity), messageOf))
  faults.addAll(summarizeFaults(await findRepeated(em), messageOf))
  if (faults.count > 0) throw new BatchRefused(toBatchErrors(faults))
  await createChanges(em)
  await indexChanges(em)
  await analyzeChanges(em)
  const [changed] = await countChanges(em)
  const differing = await differingOriginals(em)
  return { count: changed?.count ?? 0, notices: [...fileNotices(file), ...differing] }
}

function readTextLine(em: EntityManager, { line, row, cells }: CsvLine, columns: readonly TextFileColumn[]): TextLine {
  const read: TextLine = { line, sheet_row: row, entity: '', row_id: '', column_name: '', original: null, texts: {} }
  const faults: CellFault[] = []
  const attempt = (title: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      faults.push(cellFault(title, error))
    }
  }
  for (const [i, column] of columns.entries()) {
    const title = 'language' in column ? column.language : KEY_TITLE[column.of]
    attempt(title, () => setCell(read, column, trimBlanks(assertStorable(cells[i] ?? ''))))
  }
  const meta = translatedEntities(em).get(read.entity)
  if (!meta)
    faults.push({
      message: unknownEntity(em, read.entity).message,
      reason: { name: 'value_not_allowed', column: ENTITY },
    })
  if (read.row_id === '') faults.push({ message: `${ID} is required`, reason: { name: 'value_required', column: ID } })
  if (meta)
    for (const [language, text] of Object.entries(read.texts))
      attempt(text === '' ? TEXT : language, () =>
        assertText(meta.class, { language, column: read.column_name, text: text === '' ? null : text }),
      )
  if (faults.length > 0) throw new InvalidLine(faults, (messages) => `${messages} (${placeText(read)})`)
  return read
}

const KEY_TITLE = { entity: ENTITY, id: ID, text: TEXT, nothing: '' } as const

function setCell(read: TextLine, column: TextFileColumn, text: string): void {
  if (column.of === 'entity') read.entity = text
  if (column.of === 'id') read.row_id = text
  if (column.of === 'text') read.column_name = text
  if (column.of === 'original') read.original = text
  if (column.of === 'translation') read.texts[column.language] = text
}

const createLines = statement(`
  create temporary table text_line (
    line integer primary key, sheet_row integer not null, entity text not null, row_id text not null,
    column_name text not null, original text, texts jsonb not null
  ) on commit drop`)

const insertLines = statement(
  'insert into text_line select * from jsonb_populate_recordset(null::text_line, $1::jsonb)',
)

/** Autovacuum does not analyze temporary tables. */
const analyzeLines = statement('analyze text_line')

const missingRowsOf = memoizeFor((meta: EntityMetadata) =>
  statement<FoundFault, [entity: string]>(`
    select line, sheet_row, format('%s with id: %s was not found', entity, row_id) as message,
      jsonb_build_object('name', 'entry_missing', 'column', '${ID}') as reason, count(*) over ()::integer as total
    from text_line l where entity = $1
      and not exists (select from "${meta.tableName}" t where t.id = l.row_id and ${existsSql(meta)})
    order by line limit ${MAX_REPORTED_FAULTS}`),
)

const findRepeated = statement<FoundFault>(`
  select line, sheet_row, format('%s of %s appears in several lines', column_name, row_id) as message,
    jsonb_build_object('name', 'record_exists', 'column', '${TEXT}') as reason, count(*) over ()::integer as total
  from (select *, row_number() over (partition by row_id, column_name order by line) as place from text_line) placed
  where place > 1 order by line limit ${MAX_REPORTED_FAULTS}`)

/** An empty cell removes a text, but an empty text stays, so an export changes nothing. */
const createChanges = statement(`
  create temporary table changed_text on commit drop as
  select l.entity, l.row_id, l.column_name, given.key as language, nullif(given.value, '') as content
  from text_line l cross join jsonb_each_text(l.texts) given
    left join translation t on t.row_id = l.row_id and t.language = given.key
  where case when given.value = '' then t.texts ->> l.column_name <> '' else t.texts ->> l.column_name is distinct from given.value end`)

/** `applyTexts` reads pages of the texts. */
const indexChanges = statement('create index on changed_text (entity, row_id)')
const analyzeChanges = statement('analyze changed_text')

const countChanges = statement<{ count: number }>('select count(*)::integer as count from changed_text')

/** The original can have changed since the export, so that its translations are old. */
async function differingOriginals(em: EntityManager): Promise<BatchNotice[]> {
  let [count, row] = [0, 0]
  for (const [entity, meta] of translatedEntities(em)) {
    const [found] = await differingOf(meta)(em, entity)
    if (!found || found.count === 0) continue
    row = count === 0 ? found.row : Math.min(row, found.row)
    count += found.count
  }
  return count === 0 ? [] : [importNotice({ name: 'import_originals_differ', count, row })]
}

const differingOf = memoizeFor((meta: EntityMetadata) =>
  statement<{ count: number; row: number }, [entity: string]>(`
    select count(*)::integer as count, coalesce(min(sheet_row), 0)::integer as row
    from text_line l join "${meta.tableName}" t on t.id = l.row_id
    where l.entity = $1 and l.original is not null
      and l.original <> coalesce(regexp_replace(to_jsonb(t) ->> l.column_name, '^\\s+|\\s+$', '', 'g'), '')`),
)
