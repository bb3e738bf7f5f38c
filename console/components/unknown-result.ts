/** A change that may have been made, and that the shop would make once more for the same request. */
export class UnknownResult extends Error {
  constructor(cause: unknown) {
    super('The result of a change is unknown', { cause })
    this.name = 'UnknownResult'
  }
}
