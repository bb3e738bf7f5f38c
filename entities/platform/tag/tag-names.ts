import { InvalidData } from '#entities/errors.ts'

export const MAX_TAG_LENGTH = 40
export const MAX_TAGS = 50

/** Returns the stored spelling: composed (NFC), in lower case, with single blanks. */
export const normalizeTag = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC')

export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/**
 * Returns the tags of a row after a change, in the order of their names. A tag in both lists is removed.
 * @throws InvalidData if the row would have too many tags.
 */
export function changedTags(stored: readonly string[] | null | undefined, { add, remove }: TagChange): string[] | null {
  const removed = new Set(remove)
  const names = [...new Set([...(stored ?? []), ...add])].filter((name) => !removed.has(name)).sort()
  if (names.length > MAX_TAGS)
    throw new InvalidData(`A row can have ${MAX_TAGS} tags, but it would have ${names.length}. Remove some first.`)
      .about('add')
      .because({ name: 'too_many_tags', limit: MAX_TAGS })
  return names.length > 0 ? names : null
}
