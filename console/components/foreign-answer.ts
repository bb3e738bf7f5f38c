/** A response that is not from the shop, such as the page of a proxy. */
export class ForeignAnswer extends Error {
  readonly status: number

  constructor(status: number) {
    super(`A response with the status ${status} is not from the shop`)
    this.name = 'ForeignAnswer'
    this.status = status
  }
}
