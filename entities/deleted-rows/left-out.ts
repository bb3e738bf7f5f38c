/** The parts of a restored row that do not come back. */
export interface LeftOut {
  /** Countries that belong to another region now. */
  countries: { name: string; region: string }[]
  /** The number of prices, members and links whose other side was deleted. */
  links: number
}

export const NOTHING_LEFT_OUT: LeftOut = { countries: [], links: 0 }
