import type { ComponentProps } from 'react'
import { Page } from '#console/components/page.tsx'
import { navigation } from '#console/strings/navigation.ts'

/** A page that leads back to the overview of the settings. */
export function SettingsPage(props: Omit<ComponentProps<typeof Page>, 'back'>) {
  const { settings } = navigation.useWords()
  return <Page back={{ to: '/settings', text: settings }} {...props} />
}
