/** Also removes invisible characters, which cells copied from web pages contain. Takes linear time, unlike an expression. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start]!)) start++
  while (start < end && isBlank(text[end - 1]!)) end--
  return text.slice(start, end)
}

const isBlank = (character: string): boolean =>
  character === '\u200b' || character === '\u2060' || character.trim() === ''
