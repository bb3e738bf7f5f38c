import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../..')

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The TypeScript files below these folders, as paths from the root of the repository. */
export const filesIn = (...folders: string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )

export interface Import {
  /** A path from the root of the repository, or the name of a package. */
  from: string
  isOurs: boolean
  isType: boolean
}

/** Examples in doc comments import nothing. */
const withoutDocs = (source: string): string => source.replaceAll(/^ *\*.*$/gm, '')

export function importsOf(file: string): Import[] {
  const statements = withoutDocs(readSource(file)).matchAll(
    /^(?:import|export)\b(\s+type\b)?[^'";]*?from\s*'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return Array.from(statements, ([, type, from, bare, lazy]) => {
    const name = (from ?? bare ?? lazy) as string
    const kind = { isType: !!type }
    if (name.startsWith('#')) return { from: name.slice(1), isOurs: true, ...kind }
    if (name.startsWith('.')) return { from: normalize(join(dirname(file), name)), isOurs: true, ...kind }
    return { from: name, isOurs: false, ...kind }
  })
}

const SOURCE_FOLDERS = [
  'database',
  'entities',
  'routers',
  'server',
  'client',
  'console',
  'bench',
  'examples',
  'plugins',
  'test',
]

/** The files that each file loads, at once or later. */
function loadedFiles(): Map<string, readonly string[]> {
  const files = [...filesIn(...SOURCE_FOLDERS), 'mikro-orm.config.ts']
  return new Map(
    files.map((file) => [
      file,
      importsOf(file).flatMap(({ from, isOurs, isType }) => (isOurs && !isType ? [from] : [])),
    ]),
  )
}

/** Relations have two directions. So entities import each other, and so do the resources that show them. */
const hasRelations = (file: string): boolean =>
  file.startsWith('routers/resources/') || (file.startsWith('entities/') && readSource(file).includes('defineEntity('))

/** The shortest import cycle of each file that is on one, as `a.ts > b.ts > a.ts`. Cycles of relations are left out. */
export function importCycles(): string[] {
  const loaded = loadedFiles()
  const related = new Set([...loaded.keys()].filter(hasRelations))
  const next = (file: string) =>
    (loaded.get(file) ?? []).filter((target) => !(related.has(file) && related.has(target)))
  const cycles = new Map<string, string>()
  for (const file of loaded.keys()) {
    const path = shortestCycle(file, next)
    if (path) cycles.set(path.toSorted().join(), [...path, file].join(' > '))
  }
  return [...cycles.values()]
}

function shortestCycle(start: string, next: (file: string) => readonly string[]): string[] | undefined {
  const paths = new Map<string, string[]>([[start, [start]]])
  for (const [file, path] of paths)
    for (const target of next(file)) {
      if (target === start) return path
      if (!paths.has(target)) paths.set(target, [...path, target])
    }
  return undefined
}
