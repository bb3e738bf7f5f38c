/** The letters as a reader counts them: an emoji counts as one. */
export const lettersOf = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)

/** The text on one line, with an ellipsis in place of the letters after the length. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = lettersOf(line)
  return letters.length > length
    ? `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : line
}

/** The words of Markdown without its signs. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|[*~`])(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1')
