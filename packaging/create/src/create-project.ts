import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url))

/** @throws Error if the folder contains files. */
export function createProject(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.some((name) => name !== '.git')) throw new Error(`${folder} is not empty. Choose another folder.`)
  cpSync(TEMPLATE, folder, { recursive: true })
  // npm does not pack files with the name .gitignore.
  renameSync(join(folder, '_gitignore'), join(folder, '.gitignore'))
  const manifest = join(folder, 'package.json')
  const content = { name: packageName(folder), ...JSON.parse(readFileSync(manifest, 'utf8')) }
  writeFileSync(manifest, `${JSON.stringify(content, undefined, 2)}\n`)
}

const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'shop'
