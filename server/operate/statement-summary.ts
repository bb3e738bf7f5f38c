import { statementNames } from '#database/statement.ts'

/** Returns the SQL verb, or `BATCH` for several statements. */
export const operationOf = (texts: readonly string[]): string =>
  texts.length === 1 ? (/\w+/.exec(texts[0]!)?.[0] ?? '').toUpperCase() : 'BATCH'

/** Returns the verb and the first table of each statement, such as `select cart`. */
export function summaryOf(texts: readonly string[]): string {
  return texts.map((text) => statementSummaries.get(text) ?? summarize(text)).join('; ')
}

/** Returns undefined if the text of a statement could contain values. */
export function parameterizedTextOf(texts: readonly string[]): string | undefined {
  return texts.every((text) => statementNames.has(text)) ? texts.join(';\n') : undefined
}

const statementSummaries = new Map<string, string>()

function summarize(text: string): string {
  const [operation = ''] = /\w+/.exec(text) ?? []
  const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?((?:\w+\.)?\w+)/i.exec(text)?.[1]
  const summary = [operation.toLowerCase(), ...(table ? [table] : [])].join(' ')
  if (statementNames.has(text)) statementSummaries.set(text, summary)
  return summary
}
