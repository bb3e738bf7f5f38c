/**
 * Tells times by positions in the log of writes. It compares what the primary had written when with what a replica has
 * read: a replica that has lost its primary gets old, where it would itself say that it has read all it was given.
 */
export class Freshness {
  readonly #memory: number
  #marks: { at: number; position: bigint }[] = []

  /** `memory`: how old a mark may get, in milliseconds; older ones tell nothing that anybody wants to know. */
  constructor(memory: number) {
    this.#memory = memory
  }

  /** What was written before `at` ended at or before this position. */
  note(at: number, position: bigint): void {
    this.#marks = [...this.#marks.filter((mark) => mark.at >= at - this.#memory), { at, position }]
  }

  /** Everything written before the answer stands before the position; undefined where that is too long ago to know. */
  of(position: bigint): number | undefined {
    return this.#marks.findLast((mark) => mark.position <= position)?.at
  }
}
