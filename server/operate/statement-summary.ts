import { statementNames } from '#database/statement.ts'

/* What is told of statements to others: never their values. */

/** `SELECT`, `UPDATE`, …; `BATCH` where several are sent at once. */
export const operationOf = (texts: readonly string[]): string =>
  texts.length === 1 ? (/\w+/.exec(texts[0]!)?.[0] ?? '').toUpperCase() : 'BATCH'

/** `select cart`: what is done, and to which table first. */
export function summaryOf(texts: readonly string[]): string {
  return texts.map((text) => statementSummaries.get(text) ?? summarize(text)).join('; ')
}

/** The text, where its values are not in it: of statements that are written with parameters. */
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
