export interface Picture {
  url: string
  /** The alternative text. Empty for the title of the product. */
  alt: string
}
