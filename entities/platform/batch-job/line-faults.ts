/** How many faults of a file are told one by one. */
export const MAX_REPORTED_FAULTS = 100

/** A fault of one line of a file. */
export interface LineFault {
  line: number
  reason: string
}

/** The first hundred of some faults, in the order of their lines, and how many there are. */
export interface FaultSummary {
  readonly told: readonly LineFault[]
  readonly count: number
}

/** Collects the faults of a file, and keeps no more of them than are told. */
export class FaultCollector implements FaultSummary {
  readonly #told: LineFault[] = []
  #count = 0

  get told(): readonly LineFault[] {
    return this.#told
  }

  get count(): number {
    return this.#count
  }

  add(fault: LineFault): void {
    this.#count += 1
    this.#keep(fault)
  }

  addAll({ told, count }: FaultSummary): void {
    this.#count += count
    for (const fault of told) this.#keep(fault)
  }

  #keep(fault: LineFault): void {
    const before = this.#told.findLastIndex(({ line }) => line <= fault.line)
    if (before + 1 === MAX_REPORTED_FAULTS) return
    this.#told.splice(before + 1, 0, fault)
    this.#told.length = Math.min(this.#told.length, MAX_REPORTED_FAULTS)
  }
}

/** What a statement found that answers the first of its faults, and with each of them the number of all. */
export function summarizeFaults(found: readonly (LineFault & { total: number })[]): FaultSummary {
  return { told: found.map(({ line, reason }) => ({ line, reason })), count: found[0]?.total ?? 0 }
}
