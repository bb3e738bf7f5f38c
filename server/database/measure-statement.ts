import { sqlTextsOf } from '#database/statement.ts'
import { currentOperation } from '#server/operate/operation-scope.ts'

/** Sends a statement, or several together, and writes down for whose request or job that was and how long it took. */
export function measureStatement<T>(text: unknown, values: unknown, send: () => T): T {
  const work = currentOperation()
  if (!work) return send()
  const texts = sqlTextsOf(text, values)
  work.statements += texts.length
  const began = performance.now()
  const sent = work.telemetry ? work.telemetry.statements(texts, send) : send()
  const ended = () => {
    work.sqlMilliseconds += performance.now() - began
  }
  if (sent instanceof Promise) sent.then(ended, ended)
  return sent
}
