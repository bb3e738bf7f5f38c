import { currentOperation } from '#server/base/operation-scope.ts'

export async function measureStatements<Result>(
  texts: readonly string[],
  send: () => Promise<Result>,
): Promise<Result> {
  const operation = currentOperation()
  if (!operation) return send()
  operation.statements += texts.length
  const began = performance.now()
  try {
    return await (operation.telemetry ? operation.telemetry.statements(texts, send) : send())
  } finally {
    operation.sqlMilliseconds += performance.now() - began
  }
}
