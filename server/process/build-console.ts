import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CONSOLE = join(import.meta.dirname, '../../console')

/** Builds the console if this is a clone that lacks it. The published package contains it. */
export async function buildMissingConsole(print: (line: string) => void): Promise<void> {
  const build = join(CONSOLE, 'build.ts')
  if (existsSync(join(CONSOLE, 'dist/index.html')) || !existsSync(build)) return
  try {
    await promisify(execFile)(process.execPath, [build])
    print('✓ console built')
  } catch {
    print('! The console could not be built. Run "node console/build.ts" to see why.')
  }
}
