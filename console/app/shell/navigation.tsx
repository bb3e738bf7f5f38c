import { Suspense } from 'react'
import { navigation } from '#console/strings/navigation.ts'
import { navigationGroups } from '../areas.ts'
import { lazyAfterPage } from '../lazy-parts.ts'
import { useOpenAreas } from '../use-open-areas.ts'
import { Entry } from './entry.tsx'
import classes from './shell.module.css'

const AttentionCount = lazyAfterPage(async () => (await import('./after-page.tsx')).AttentionCount)
const PluginEntries = lazyAfterPage(async () => (await import('./after-page.tsx')).PluginEntries)

export function Navigation() {
  const names = navigation.useWords()
  const openAreas = useOpenAreas()
  return (
    <>
      {navigationGroups.map((areas) => (
        <div key={areas[0]?.name} className={classes.group}>
          {openAreas(areas).map(({ name, path, icon }) => (
            <Entry key={name} to={path} activeOptions={{ exact: path === '/' }} icon={icon} label={names[name]}>
              <Suspense>
                <AttentionCount area={name} />
              </Suspense>
            </Entry>
          ))}
        </div>
      ))}
      <Suspense>
        <PluginEntries />
      </Suspense>
    </>
  )
}
