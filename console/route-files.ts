import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A route in the source of a file of routes: its path and the module of its screen. */
const ROUTE = /path: '([^']+)',(?:(?!createRoute).)*?import\('([^']+)'\)/gs

/**
 * Writes `route-files.json`: the files of the screen at each path, without those of the first load. The server names them
 * in the page, so that the browser loads them together with the first files.
 */
export const routeFiles = (): Plugin => ({
  name: 'route-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = new Map<string, Rolldown.OutputChunk>()
    const chunkOfModule = new Map<string, Rolldown.OutputChunk>()
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunks.set(chunk.fileName, chunk)
      for (const module of chunk.moduleIds) chunkOfModule.set(module, chunk)
    }
    const filesOf = (chunk: Rolldown.OutputChunk, files = new Set<string>()): Set<string> => {
      if (files.has(chunk.fileName)) return files
      files.add(chunk.fileName)
      for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
      for (const name of chunk.imports) filesOf(chunks.get(name)!, files)
      return files
    }
    const first = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).flatMap((entry) => [...filesOf(entry)]))
    const routes = routesOfConsole().map(([path, module]) => {
      const chunk = chunkOfModule.get(module)
      if (!chunk) throw new Error(`The screen ${module} is in no file.`)
      return [path, [...filesOf(chunk)].filter((file) => !first.has(file))]
    })
    this.emitFile({
      type: 'asset',
      fileName: 'route-files.json',
      source: JSON.stringify(Object.fromEntries(routes)),
    })
  },
})

function routesOfConsole(): [path: string, module: string][] {
  const screens = join(import.meta.dirname, 'screens')
  return globSync('*/*routes.ts', { cwd: screens }).flatMap((name) => {
    const file = join(screens, name)
    const routes = readFileSync(file, 'utf8').matchAll(ROUTE)
    return [...routes].map(([, path = '', module = '']): [string, string] => [path, join(dirname(file), module)])
  })
}
