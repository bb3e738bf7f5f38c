/** A part of a response: a row of a kind, or a part that contains such rows. */
export interface ResponsePart<Kind> {
  kind: Kind | undefined
  /** By the name of the property. A property of a union can have several. */
  parts: Map<string, ResponsePart<Kind>[]>
}

/** The responses of the store with rows of a kind, by the path of their procedure without the side, such as `carts.get`. */
export type ResponseParts<Kind> = ReadonlyMap<string, ResponsePart<Kind>>
