/** A resource with translated texts. */
export interface TranslatedKind {
  columns: readonly string[]
  /** Whether the resource has `translations`, with the texts of all languages. */
  showsAll: boolean
}
