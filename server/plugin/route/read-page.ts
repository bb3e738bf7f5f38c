/** The response of a route, with its whole body. */
export class ReadPage {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }
}
