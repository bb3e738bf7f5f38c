export const MAX_REPORTED_FAULTS = 100

export interface LineFault {
  line: number
  reason: string
}

/** The first hundred faults by line, and the number of all. */
export interface FaultSummary {
  readonly reported: readonly LineFault[]
  readonly count: number
}

export class FaultCollector implements FaultSummary {
  readonly #told: LineFault[] = []
  #count = 0

  get reported(): readonly LineFault[] {
    return this.#told
  }

  get count(): number {
    return this.#count
  }

  add(fault: LineFault): void {
    this.#count += 1
    this.#keep(fault)
  }

  addAll({ reported, count }: FaultSummary): void {
    this.#count += count
    for (const fault of reported) this.#keep(fault)
  }

  #keep(fault: LineFault): void {
    const before = this.#told.findLastIndex(({ line }) => line <= fault.line)
    if (before + 1 === MAX_REPORTED_FAULTS) return
    this.#told.splice(before + 1, 0, fault)
    this.#told.length = Math.min(this.#told.length, MAX_REPORTED_FAULTS)
  }
}

export function summarizeFaults(found: readonly (LineFault & { total: number })[]): FaultSummary {
  return { reported: found.map(({ line, reason }) => ({ line, reason })), count: found[0]?.total ?? 0 }
}
