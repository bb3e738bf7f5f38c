/**
 * A row that has these names and no values yet, to be copied and filled in. An object that gets many names one by one
 * becomes a table of them to V8, which takes longer to read and to write as JSON; what was parsed does not, nor do copies.
 */
export const blankRow = (names: readonly string[]): Record<string, unknown> =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
