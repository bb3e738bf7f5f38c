import { useQuery } from '@tanstack/react-query'
import { shopUrl } from '#console/app/address.ts'
import { useLanguage } from '#console/app/language.ts'
import { pluginsQuery } from '../plugin-fields/plugin-field.ts'
import type { LinkPlace } from './place.ts'

/** A row of the shop. A row without a handle has no link that contains it. */
export interface LinkedRow {
  id: string
  handle?: string | null
}

/** The links of plugins from a row to pages of the shop. */
export function usePluginLinks(place: LinkPlace): (row: LinkedRow) => { text: string; href: string }[] {
  const { data } = useQuery(pluginsQuery())
  const language = useLanguage()
  const links = data?.plugins.flatMap((plugin) => plugin.links).filter((link) => link.place === place) ?? []
  return ({ id, handle }) =>
    links
      .filter(({ path }) => handle || !path.includes(':handle'))
      .map(({ label, path }) => {
        const filled = path.replace(':id', encodeURIComponent(id)).replace(':handle', encodeURIComponent(handle ?? ''))
        return { text: label[language] ?? label.en, href: new URL(filled.slice(1), shopUrl).href }
      })
}
