import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { vulnerabilityOf } from '#server/operate/known-vulnerabilities.ts'

/**
 * If this Node has a known vulnerability and the installed package of Node has none, the same command runs in that
 * Node instead, in this process. Does nothing if the platform has no such package, and on Windows.
 */
export function useBundledNode(): void {
  if (!vulnerabilityOf('node', process.versions.node) || process.platform === 'win32') return
  const bundled = findBundledNode()
  if (!bundled || vulnerabilityOf('node', bundled.version)) return
  process.execve?.(bundled.path, [bundled.path, ...process.execArgv, ...process.argv.slice(1)])
}

const require = createRequire(import.meta.url)

function findBundledNode(): { path: string; version: string } | undefined {
  for (const name of ['node', 'node-bin']) {
    try {
      const manifest = require.resolve(`${name}-${process.platform}-${process.arch}/package.json`)
      const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string; bin: { node: string } }
      return { path: join(dirname(manifest), bin.node), version }
    } catch {}
  }
  return undefined
}
