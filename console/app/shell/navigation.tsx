import { AppShell } from '@mantine/core'
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
    <AppShell.Section grow component="nav">
      {navigationGroups.map((areas) => (
        <div key={areas[0]?.name} className={classes.group}>
          {openAreas(areas).map(({ name, path, icon: Icon }) => (
            <Entry
              key={name}
              to={path}
              activeOptions={{ exact: path === '/' }}
              className={classes.entry}
              label={names[name]}
              leftSection={<Icon size={18} stroke={1.7} />}
              rightSection={
                <Suspense>
                  <AttentionCount area={name} />
                </Suspense>
              }
            />
          ))}
        </div>
      ))}
      <Suspense>
        <PluginEntries />
      </Suspense>
    </AppShell.Section>
  )
}
