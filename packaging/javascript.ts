import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

interface Folders {
  from: string
  to: string
  folders: readonly string[]
}

/** The programs of this repository, which start the shop in `server/shop.ts`. */
const PROGRAMS = ['cli', 'shop', 'worker'].map((name) => `server/${name}.ts`)

/** Writes each TypeScript file without its types, so migrations and modules that load on demand stay separate files. */
export function writeJavaScript({ from, to, folders }: Folders): void {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: from },
  )
  for (const file of files.filter((one) => !PROGRAMS.includes(one))) {
    const target = join(to, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, toJavaScript(file, readFileSync(join(from, file), 'utf8')))
  }
}

/** Copies the files that the plugins send to browsers. */
export function copyBrowserFiles({ from, to, folders }: Folders): void {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{css,html,js}`),
    { cwd: from },
  )
  for (const file of files) cpSync(join(from, file), join(to, file), { recursive: true })
}

const IMPORTED_FILE = /(\bfrom |\bimport |\bimport\()'([#.][^']*)\.ts'/g

const toJavaScript = (file: string, source: string): string =>
  stripTypeScriptTypes(source).replace(IMPORTED_FILE, (_, before: string, name: string) => {
    const path = name.startsWith('#') ? relative(dirname(file), name.slice(1)) : name
    return `${before}'${path.startsWith('.') ? path : `./${path}`}.js'`
  })
