import { IconPuzzle } from '@tabler/icons-react'
import { useShownPlugins } from '#console/components/plugin-parts/use-shown-plugins.ts'
import { Entry } from './entry.tsx'
import classes from './shell.module.css'

/** The pages of the plugins in the navigation. */
export function PluginEntries() {
  const pages = useShownPlugins().flatMap(({ name, page }) => (page ? [{ name, title: page.title }] : []))
  if (pages.length === 0) return null
  return (
    <div className={classes.group}>
      {pages.map(({ name, title }) => (
        <Entry key={name} to="/plugin/$name" params={{ name }} icon={IconPuzzle} label={title} />
      ))}
    </div>
  )
}
