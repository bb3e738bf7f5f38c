import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from '../plugin/plugin.ts'

/** The path of the folder with the files of a page. */
export const folderOf = ({ folder }: { folder: string | URL }): string =>
  folder instanceof URL ? fileURLToPath(folder) : folder

/** The console could not show such a page. */
export function problemsOfPages({ name, console: page }: Pick<Plugin, 'name' | 'console'>): string[] {
  if (!page) return []
  const folder = folderOf(page)
  if (page.title.trim() === '') return [`The page of the plugin ${name} has no title. Set \`console.title\`.`]
  if (!isAbsolute(folder))
    return [`The folder "${folder}" of the plugin ${name} is relative. Use new URL('./console/', import.meta.url).`]
  return existsSync(join(folder, 'index.html'))
    ? []
    : [`The folder ${folder} of the plugin ${name} has no index.html. Create the file, or remove \`console\`.`]
}
