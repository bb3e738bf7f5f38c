import type { CsvLine } from '../csv/read-csv.ts'
import { titleKey } from '../csv/title-key.ts'
import { trimBlanks } from '../csv/trim-blanks.ts'

interface Table {
  titles: readonly string[]
  lines: AsyncIterable<CsvLine>
}

/** A table with the columns of another program. It knows which columns a dialect reads. */
export class ForeignFile {
  readonly #table: Table
  readonly #places: ReadonlyMap<string, number>
  /** The places of the titles that a dialect has read. A key costs more than a look-up. */
  readonly #asked = new Map<string, number | undefined>()
  readonly #used = new Set<number>()
  readonly #counts: number[]
  /** The names of the columns for the dialect. */
  readonly keys: readonly string[]

  /** `keyOf` returns the name of a column for the dialect. */
  constructor(table: Table, keyOf: (title: string) => string = titleKey) {
    this.#table = table
    this.keys = table.titles.map(keyOf)
    this.#places = new Map(this.keys.map((key, i) => [key, i] as const).reverse())
    this.#counts = table.titles.map(() => 0)
  }

  get titles(): readonly string[] {
    return this.#table.titles
  }

  has(...titles: string[]): boolean {
    return this.placeOf(titles) !== undefined
  }

  /** The place of the first title that the file has. Marks the column as read. */
  placeOf(titles: readonly string[]): number | undefined {
    for (const title of titles) {
      const place = this.#placeOfTitle(title)
      if (place === undefined) continue
      this.#used.add(place)
      return place
    }
    return undefined
  }

  #placeOfTitle(title: string): number | undefined {
    if (!this.#asked.has(title)) this.#asked.set(title, this.#places.get(titleKey(title)))
    return this.#asked.get(title)
  }

  async *rows(): AsyncGenerator<ForeignRow> {
    for await (const { line, row, cells } of this.#table.lines) {
      const texts = cells.map(trimBlanks)
      for (const [i, text] of texts.entries()) if (text !== '') this.#counts[i]! += 1
      yield new ForeignRow(this, { line, row, cells: texts })
    }
  }

  /** The columns with values that the dialect did not read. */
  unreadColumns(): { title: string; count: number }[] {
    return this.titles.flatMap((title, i) => {
      const count = this.#counts[i] ?? 0
      return this.#used.has(i) || count === 0 ? [] : [{ title, count }]
    })
  }
}

export class ForeignRow {
  /** As in CsvLine. */
  readonly line: number
  readonly row: number
  readonly #file: ForeignFile
  readonly #cells: readonly string[]

  constructor(file: ForeignFile, { line, row, cells }: CsvLine) {
    this.#file = file
    this.line = line
    this.row = row
    this.#cells = cells
  }

  /** The text below the first of these titles that the file has, without blanks around it. Empty without the column. */
  cell(...titles: string[]): string {
    const place = this.#file.placeOf(titles)
    return place === undefined ? '' : (this.#cells[place] ?? '')
  }

  /** Whether both rows have the same texts. */
  equals(other: ForeignRow): boolean {
    return this.#cells.every((text, i) => text === other.#cells[i])
  }

  /** All texts of the row, without blanks around them. */
  toLine(): CsvLine {
    return { line: this.line, row: this.row, cells: [...this.#cells] }
  }

  hasColumn(title: string): boolean {
    return this.#file.has(title)
  }
}
