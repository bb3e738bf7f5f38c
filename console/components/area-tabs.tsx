import type { LinkProps } from '@tanstack/react-router'
import { useMayOpen } from '#console/app/use-may-open.ts'
import classes from './area-tabs.module.css'
import { PageLink } from './page-link.tsx'

interface AreaTabsProps {
  /** The name of the area, for screen readers. */
  label: string
  tabs: readonly { to: LinkProps['to']; text: string }[]
}

/** Links between the lists of one area, above the list. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const mayOpen = useMayOpen()
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs
        .filter(({ to }) => mayOpen(to))
        .map(({ to, text }) => (
          <PageLink
            key={text}
            to={to}
            className={classes.tab}
            underline="never"
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {text}
          </PageLink>
        ))}
    </nav>
  )
}
