/**
 * Maps positions in the write-ahead log of the primary to times. A replica without its primary would report no lag,
 * so its position is compared with those of the primary.
 */
export class Freshness {
  readonly #memory: number
  #marks: { at: number; position: bigint }[] = []

  constructor(memory: number) {
    this.#memory = memory
  }

  /** Records that the writes before the time `at` have positions up to `position`. */
  note(at: number, position: bigint): void {
    this.#marks = [...this.#marks.filter((mark) => mark.at >= at - this.#memory), { at, position }]
  }

  /**
   * Returns a time such that all earlier writes are before the position. Returns undefined if the position is too
   * old.
   */
  of(position: bigint): number | undefined {
    return this.#marks.findLast((mark) => mark.position <= position)?.at
  }
}
