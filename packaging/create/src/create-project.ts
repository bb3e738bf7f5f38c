import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url))

/** @throws Error if the folder contains files. */
export function createProject(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.some((name) => name !== '.git')) throw new Error(`${folder} is not empty. Choose another folder.`)
  cpSync(TEMPLATE, folder, { recursive: true })
  // npm does not pack files with these names.
  for (const name of ['gitignore', 'npmrc']) renameSync(join(folder, `_${name}`), join(folder, `.${name}`))
  const manifest = join(folder, 'package.json')
  const content = { name: packageName(folder), ...JSON.parse(readFileSync(manifest, 'utf8')) }
  const tarball = tarballOf('cartwright', content.dependencies.cartwright)
  if (tarball) content.dependencies.cartwright = `file:${relative(realpathSync(folder), tarball)}`
  writeFileSync(manifest, `${JSON.stringify(content, undefined, 2)}\n`)
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
