/** Small letters and digits without accents: `Préis (EUR)` becomes `preiseur`. */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const UNIT = /^(.*?)[\s_.]*[([]\s*([^)\]]+?)\s*[)\]]\s*$|^(.*?)[\s_]+(g|kg|lbs?|oz|mm|cm|m|in|[A-Z]{3}|€|\$|£)$/

/** Splits `Preis (EUR)` and `Gewicht kg` into a name and a unit in small letters. */
export function partsOfTitle(title: string): { name: string; unit: string } {
  const [, name, unit, otherName, otherUnit] = UNIT.exec(title.trim()) ?? []
  return { name: name || otherName || title, unit: (unit ?? otherUnit ?? '').toLowerCase() }
}

export const unitOfTitle = (title: string): string => partsOfTitle(title).unit
