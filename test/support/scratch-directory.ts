import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { allowTraversal } from '#server/testing/run-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    runDirectory: string
  }
}

export function scratchDirectory(): Disposable & { path: string } {
  const path = mkdtempSync(join(inject('runDirectory'), 'scratch-'))
  allowTraversal(path)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
