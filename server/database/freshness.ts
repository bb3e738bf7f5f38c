/** A replica that lost its primary reports no lag, so the server compares its position with those of the primary. */
export class Freshness {
  readonly #memory: number
  #marks: { at: number; position: bigint }[] = []

  constructor(memory: number) {
    this.#memory = memory
  }

  /** Records that all writes before the time `at` have positions up to `position`. */
  recordPosition(at: number, position: bigint): void {
    this.#marks = [...this.#marks.filter((mark) => mark.at >= at - this.#memory), { at, position }]
  }

  /** Returns a time before which all writes have lower positions, or undefined if the position is too old. */
  timeOf(position: bigint): number | undefined {
    return this.#marks.findLast((mark) => mark.position <= position)?.at
  }
}
