import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { LinkPlace } from './place.ts'
import { type LinkedRow, usePluginLinks } from './use-plugin-links.ts'

/** The links of plugins from a row to pages of the shop. */
export function PluginLinks({ place, row }: { place: LinkPlace; row: LinkedRow }) {
  const linksOf = usePluginLinks(place)
  return linksOf(row).map(({ text, href }) => (
    <Button
      key={href}
      component="a"
      href={href}
      target="_blank"
      size="sm"
      variant="default"
      rightSection={<IconExternalLink size={16} />}
    >
      {text}
    </Button>
  ))
}
