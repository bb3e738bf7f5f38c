/** The part of the package that is used. It has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      handle: (name: string, attributes: () => Record<string, string>, decodeEntities: Decode) => void,
    ): this
    on(event: 'text', handle: (text: string, decodeEntities: Decode) => void): this
    on(event: 'cdata', handle: (text: string) => void): this
    on(event: 'closeTag', handle: (name: string) => void): this
    on(event: 'error', handle: (error: Error) => void): this
    parse(xml: string): void
  }
}
