import { InvalidData } from '#entities/errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'

export const MAX_REPORTED_FAULTS = 100

/** A reason that clients can translate. `column` is the title of a column of the file. */
export type LineReason = RefusalReason & { column?: string }

export interface FilePlace {
  line: number
  /** Row number in a spreadsheet. */
  sheet_row: number
}

export const placeText = ({ line, sheet_row }: FilePlace): string =>
  line === sheet_row ? `line ${line}` : `row ${sheet_row}, line ${line}`

export interface LineFault extends FilePlace {
  handle?: string | null
  sku?: string | null
  message: string
  reasons: readonly LineReason[]
}

export interface CellFault {
  message: string
  reason: LineReason | undefined
}

export class InvalidLine extends InvalidData {
  /** Empty if a fault has no reason. */
  readonly reasons: readonly LineReason[]

  /** `describe` builds the message from the messages of the faults. */
  constructor(faults: readonly CellFault[], describe: (messages: string) => string = (messages) => messages) {
    super(describe(faults.map(({ message }) => message).join(', ')))
    const reasons = faults.flatMap(({ reason }) => reason ?? [])
    this.reasons = reasons.length === faults.length ? reasons : []
  }
}

/** Adds the title of the column to the error of a cell, such as `must be an integer number`. */
export const cellFault = (column: string, { message, reason }: InvalidData): CellFault => ({
  message: `${column} ${message}`,
  reason: reason && { ...reason, column },
})

export interface FaultSummary {
  readonly reported: readonly LineFault[]
  readonly count: number
}

export class FaultCollector implements FaultSummary {
  readonly #reported: LineFault[] = []
  #count = 0

  get reported(): readonly LineFault[] {
    return this.#reported
  }

  get count(): number {
    return this.#count
  }

  add(fault: LineFault): void {
    this.#count += 1
    this.#report(fault)
  }

  addAll({ reported, count }: FaultSummary): void {
    this.#count += count
    for (const fault of reported) this.#report(fault)
  }

  #report(fault: LineFault): void {
    const before = this.#reported.findLastIndex(({ line }) => line <= fault.line)
    if (before + 1 === MAX_REPORTED_FAULTS) return
    this.#reported.splice(before + 1, 0, fault)
    this.#reported.length = Math.min(this.#reported.length, MAX_REPORTED_FAULTS)
  }
}

/** A row of a statement that finds faults, with the number of all faults. */
export interface FoundFault extends FilePlace {
  message: string
  reason: LineReason
  total: number
}

export const summarizeFaults = <Found extends FoundFault>(
  rows: readonly Found[],
  messageOf: (row: Found) => string,
): FaultSummary => ({
  reported: rows.map((row) => ({ ...row, message: messageOf(row), reasons: [row.reason] })),
  count: rows[0]?.total ?? 0,
})
