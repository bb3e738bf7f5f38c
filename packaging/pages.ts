import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The pages of the documentation link to each other, to the reference plugins and to the examples. */
const DOCUMENTATION = [
  'docs',
  'plugins',
  'examples',
  'bench/results/checkouts.svg',
  'llms.txt',
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'SECURITY.md',
]

/** Whether the package contains the file or folder at this path of the repository. */
export const isPackaged = (path: string): boolean =>
  DOCUMENTATION.some((part) => path === part || path.startsWith(`${part}/`)) && existsSync(path)

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g

/** Returns a page of the package. A link to a file that the package does not contain becomes its text. */
export function packagedPage(page: string, text: string): string {
  return text.replace(LINK, (link, label: string, target: string) =>
    /^[a-z]+:/.test(target) || isPackaged(posix.join(posix.dirname(page), target)) ? link : label,
  )
}

export function writeDocumentation(from: string, to: string): void {
  for (const part of DOCUMENTATION) cpSync(join(from, part), join(to, part), { recursive: true })
  for (const page of globSync(['*.md', 'docs/**/*.md'], { cwd: to }))
    writeFileSync(join(to, page), packagedPage(page, readFileSync(join(to, page), 'utf8')))
}
