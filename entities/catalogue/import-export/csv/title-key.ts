/** Collapses all kinds of blanks, also no-break spaces. */
export const plainTitle = (title: string): string => title.replace(/[\s\u200b\ufeff]+/g, ' ').trim()

/** Two titles with the same key are the same. Their case and blanks do not matter. */
export const titleKey = (title: string): string => plainTitle(title.normalize('NFKC')).toLowerCase()
