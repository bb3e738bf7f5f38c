import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder in which each account may write. The disposal, or the end of the process, deletes it. */
export function openFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'cartwright-faults-'))
  chmodSync(path, 0o777)
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  return {
    path,
    [Symbol.dispose]() {
      remove()
      process.off('exit', remove)
    },
  }
}
