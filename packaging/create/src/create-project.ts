import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders whose files replace and extend those of the template. */
const STOREFRONTS = ['react'] as const
type Storefront = (typeof STOREFRONTS)[number]

export const isStorefront = (name: string): name is Storefront => STOREFRONTS.some((one) => one === name)

/** @throws Error if the folder contains files. */
export function createProject(folder: string, storefront?: Storefront): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.some((name) => name !== '.git')) throw new Error(`${folder} is not empty. Choose another folder.`)
  for (const source of ['template', ...(storefront ? [storefront] : [])])
    cpSync(join(ROOT, source), folder, { recursive: true })
  // npm does not pack files with these names.
  for (const name of ['_gitignore', '_npmrc', ...(storefront ? ['storefront/_gitignore'] : [])])
    renameSync(join(folder, name), join(folder, name.replace('_', '.')))
  changeManifest(folder, (manifest) => ({
    name: packageName(folder),
    ...manifest,
    ...(storefront && { workspaces: ['storefront'] }),
  }))
  if (storefront) changeManifest(join(folder, 'storefront'), (manifest) => manifest)
}

interface Manifest {
  dependencies: Record<string, string>
}

function changeManifest(folder: string, change: (manifest: Manifest) => Manifest): void {
  const file = join(folder, 'package.json')
  const manifest = change(JSON.parse(readFileSync(file, 'utf8')))
  for (const name of ['cartwright', '@cartwright/client']) {
    const range = manifest.dependencies[name]
    const tarball = range && tarballOf(name.replace('@', '').replace('/', '-'), range)
    if (tarball) manifest.dependencies[name] = `file:${relative(realpathSync(folder), tarball)}`
  }
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/**
 * Returns the tarball of a package if this program was installed from a tarball in the same folder, as before the
 * release of the packages. npm records where a package came from in its hidden lockfile.
 */
function tarballOf(name: string, range: string): string | undefined {
  const installed = fileURLToPath(new URL('../..', import.meta.url))
  const lockfile = join(installed, '.package-lock.json')
  if (!existsSync(lockfile)) return undefined
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
  const { resolved = '' } = packages['node_modules/create-cartwright'] ?? {}
  if (!resolved.startsWith('file:')) return undefined
  const folder = dirname(resolve(dirname(installed), resolved.slice('file:'.length)))
  const tarball = join(folder, `${name}-${range.replace('^', '')}.tgz`)
  return existsSync(tarball) ? tarball : undefined
}

const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'shop'
