import type { Page } from './page.ts'
import { isPersonalPath } from './personal-paths.ts'

type Pages = Readonly<Record<string, Page>>
type Paths = Readonly<Record<string, { method: string; path: string }>>

const addressOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replaceAll(/([:*])\w+/g, '$1')}`

/** The pages of the storefront that no page of the shop replaces. A page replaces another one with the same path. */
function keptPages(pages: Pages, own: Pages): Pages {
  const replaced = new Set(Object.values(own).map(addressOf))
  return Object.fromEntries(Object.entries(pages).filter(([, one]) => !replaced.has(addressOf(one))))
}

export const withOwnPages = (pages: Pages, own: Pages): Pages => ({ ...keptPages(pages, own), ...own })

/** The paths of the shop for search engines. */
export function listedPaths(pages: Pages, own: Pages): string[] {
  const replaceable = new Set(Object.values(pages).map(addressOf))
  const listed = Object.values(own).filter((one) => isListed(one) && !replaceable.has(addressOf(one)))
  return listed.map(({ path }) => path)
}

const isListed = ({ method, path, options }: Page): boolean =>
  method === 'GET' && options.isListed !== false && !/[:*]/.test(path) && !isPersonalPath(path)

interface Taken {
  pages: Pages
  own: Pages
  /** The routes of the storefront that are no pages, such as the sitemap. */
  files: Paths
}

/** A sentence for each page of the shop whose name or path is taken. */
export function problemsOfPages({ pages, own, files }: Taken): string[] {
  const taken = { ...keptPages(pages, own), ...files }
  return Object.entries(own).flatMap(([name, one]) => {
    const subject = `The page ${name} in the option "pages" of the storefront`
    const twin = Object.keys(own).find((other) => other < name && addressOf(own[other] ?? one) === addressOf(one))
    const file = Object.keys(files).find((other) => files[other] && addressOf(files[other]) === addressOf(one))
    return [
      ...(name in taken ? [`${subject} has the name of a page of the storefront. Give it another name.`] : []),
      ...(twin ? [`${subject} has the path ${one.path} of the page ${twin}. Give one of them another path.`] : []),
      ...(file ? [`${subject} has the path ${one.path} of the ${file} of the storefront. Give it another path.`] : []),
    ]
  })
}
