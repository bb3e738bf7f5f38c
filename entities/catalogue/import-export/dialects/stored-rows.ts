import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidData } from '#entities/errors.ts'
import { type ForeignFile, ForeignRow } from './foreign-file.ts'

const MAX_ROWS = 100_000
const BLOCK_BYTES = 256 * 1024

/**
 * Keeps the rows of a file on the disk, for dialects whose rows refer to each other. The memory has only the places of the rows. The
 * file has no name, so a process that dies leaves nothing behind.
 */
export class StoredRows implements Disposable {
  readonly #file: ForeignFile
  readonly #descriptor: number
  readonly #ends: number[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #size = 0

  constructor(file: ForeignFile) {
    const path = join(tmpdir(), `cartwright-import-${randomUUID()}`)
    this.#file = file
    this.#descriptor = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
  }

  /**
   * Stores all rows of the file. `visit` gets each row with its number, from 0.
   * @throws InvalidData for more than 100,000 rows.
   */
  async addAll(visit: (row: ForeignRow, number: number) => void): Promise<void> {
    for await (const row of this.#file.rows()) {
      if (this.#ends.length === MAX_ROWS)
        throw new InvalidData(`The file has more than ${MAX_ROWS} rows. Split it into several files.`).because({
          name: 'import_too_many_rows',
          maximum: MAX_ROWS,
        })
      visit(row, this.#ends.length)
      this.#add(Buffer.from(JSON.stringify(row.toLine())))
    }
    this.#write()
  }

  /** Stores all rows, and returns their numbers by the key of each row. */
  async groupBy(keyOf: (row: ForeignRow) => string): Promise<Map<string, number[]>> {
    const groups = new Map<string, number[]>()
    await this.addAll((row, number) => {
      const key = keyOf(row)
      const members = groups.get(key)
      if (members) members.push(number)
      else groups.set(key, [number])
    })
    return groups
  }

  /** Reads one row. Call it after `addAll`. */
  row(number: number): ForeignRow {
    const start = this.#ends[number - 1] ?? 0
    const bytes = Buffer.allocUnsafe((this.#ends[number] ?? start) - start)
    readSync(this.#descriptor, bytes, 0, bytes.length, start)
    return new ForeignRow(this.#file, JSON.parse(bytes.toString()))
  }

  rows(numbers: readonly number[] = []): ForeignRow[] {
    return numbers.map((number) => this.row(number))
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor)
  }

  #add(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#size += bytes.length
    this.#ends.push(this.#size)
    if (this.#waitingBytes >= BLOCK_BYTES) this.#write()
  }

  #write(): void {
    const block = Buffer.concat(this.#waiting)
    for (let written = 0; written < block.length; ) written += writeSync(this.#descriptor, block, written)
    this.#waiting = []
    this.#waitingBytes = 0
  }
}
