/**
 * Maps positions in the write-ahead log to times. Compares the positions of the primary with those of a replica,
 * because a replica that has lost its primary would report that it has replayed all it received.
 */
export class Freshness {
  readonly #memory: number
  #marks: { at: number; position: bigint }[] = []

  constructor(memory: number) {
    this.#memory = memory
  }

  /** Records that all writes before the time `at` are before this position. */
  note(at: number, position: bigint): void {
    this.#marks = [...this.#marks.filter((mark) => mark.at >= at - this.#memory), { at, position }]
  }

  /** Returns the time before which all writes are before the position; undefined if that time is too long ago. */
  of(position: bigint): number | undefined {
    return this.#marks.findLast((mark) => mark.position <= position)?.at
  }
}
