import type { Page } from './page.ts'

type Pages = Readonly<Record<string, Page>>

const addressOf = ({ method, path }: Page): string => `${method} ${path.replaceAll(/:\w+/g, ':')}`

/**
 * The pages of the storefront and of the shop. A page of the shop replaces one with the same path.
 * @throws TypeError if a page of the shop has the name of a page with another path.
 */
export function withOwnPages(pages: Pages, own: Pages = {}): Pages {
  const replaced = new Set(Object.values(own).map(addressOf))
  const kept = Object.fromEntries(Object.entries(pages).filter(([, one]) => !replaced.has(addressOf(one))))
  const [taken] = Object.keys(own).filter((name) => name in kept)
  if (taken)
    throw new TypeError(`The storefront has a page with the name ${taken}. Give the page of the shop another name.`)
  return { ...kept, ...own }
}
