export const MAX_REPORTED_FAULTS = 100

export interface LineFault {
  line: number
  reason: string
}

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

export function summarizeFaults(rows: readonly (LineFault & { total: number })[]): FaultSummary {
  return { reported: rows.map(({ line, reason }) => ({ line, reason })), count: rows[0]?.total ?? 0 }
}
