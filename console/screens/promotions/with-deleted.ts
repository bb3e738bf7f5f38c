/** Adds a text for the chosen rows that do not exist any longer. */
export const withDeleted = (
  names: Readonly<Record<string, string>>,
  ids: readonly string[],
  text: string,
): Record<string, string> => ({ ...Object.fromEntries(ids.map((id) => [id, text])), ...names })
