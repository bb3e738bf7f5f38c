export const MAX_SEARCH_LENGTH = 200

const MAX_WORDS = 8

export function searchWords(text: string): string[] {
  const words = text.slice(0, MAX_SEARCH_LENGTH).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const lowerCase = words.map((word) => word.toLowerCase())
  return words.filter((_, i) => lowerCase.indexOf(lowerCase[i] as string) === i).slice(0, MAX_WORDS)
}
