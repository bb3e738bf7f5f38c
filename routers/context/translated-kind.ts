/** A resource with translated texts. */
export interface TranslatedKind {
  columns: readonly string[]
  /** A language with the value of an entry, but without its key, has no text for the key. */
  leading: ReadonlyMap<string, string>
  /** Whether the resource has `translations`, with the texts of all languages. */
  showsAll: boolean
}
