import { Stack, Text, Title } from '@mantine/core'
import {
  IconApps,
  IconArrowBackUp,
  IconBuildingStore,
  IconKey,
  IconLanguage,
  IconShieldCheck,
  IconTrash,
  IconTruck,
  IconTruckDelivery,
  IconUsers,
  IconWebhook,
  IconWorld,
  IconWorldShare,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useMayOpen } from '#console/app/use-may-open.ts'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { carriers } from '#console/strings/carriers.ts'
import { navigation } from '#console/strings/navigation.ts'
import { roles } from '#console/strings/roles.ts'
import { settings } from '#console/strings/settings.ts'
import { translations } from '#console/strings/translations.ts'
import classes from './settings.module.css'

interface SettingsCard {
  to: LinkProps['to']
  icon: typeof IconKey
  title: string
  hint: string
}

export function Settings() {
  const names = navigation.useWords()
  const words = settings.useWords()
  const { carriers: carriersTitle, carriersHint } = carriers.useWords()
  const { roles: rolesTitle, rolesHint } = roles.useWords()
  const { report, reportHint } = translations.useWords()
  return (
    <Page title={names.settings} width="detail">
      <Stack gap="xl">
        <Cards
          title={words.market}
          cards={[
            { to: '/settings/store', icon: IconBuildingStore, title: words.store, hint: words.storeHint },
            { to: '/settings/regions', icon: IconWorld, title: words.regionsCard, hint: words.regionsHint },
            { to: '/settings/shipping-profiles', icon: IconTruck, title: words.profiles, hint: words.profilesHint },
            { to: '/settings/sales-channels', icon: IconWorldShare, title: words.channels, hint: words.channelsHint },
            {
              to: '/settings/return-reasons',
              icon: IconArrowBackUp,
              title: words.returnReasons,
              hint: words.returnReasonsHint,
            },
            { to: '/settings/carriers', icon: IconTruckDelivery, title: carriersTitle, hint: carriersHint },
            { to: '/settings/deleted', icon: IconTrash, title: words.deletedRows, hint: words.deletedRowsHint },
            { to: '/settings/translations', icon: IconLanguage, title: report, hint: reportHint },
          ]}
        />
        <Cards
          title={words.access}
          cards={[
            { to: '/settings/users', icon: IconUsers, title: words.users, hint: words.usersHint },
            { to: '/settings/roles', icon: IconShieldCheck, title: rolesTitle, hint: rolesHint },
            {
              to: '/settings/publishable-keys',
              icon: IconKey,
              title: words.publishableKeys,
              hint: words.publishableKeysHint,
            },
            { to: '/settings/api-keys', icon: IconKey, title: words.apiKeys, hint: words.apiKeysHint },
            { to: '/settings/webhooks', icon: IconWebhook, title: words.webhooks, hint: words.webhooksHint },
            { to: '/settings/apps', icon: IconApps, title: words.apps, hint: words.appsHint },
          ]}
        />
      </Stack>
    </Page>
  )
}

function Cards({ title, cards }: { title: string; cards: readonly SettingsCard[] }) {
  const mayOpen = useMayOpen()
  const shown = cards.filter(({ to }) => mayOpen(to))
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <div className={classes.cards}>
        {shown.map(({ to, icon: Icon, title: name, hint }) => (
          <PageLink key={name} to={to} className={classes.card} underline="never">
            <Icon size={22} stroke={1.7} aria-hidden />
            <span>
              <Text fw={600} size="sm" component="span" display="block">
                {name}
              </Text>
              <Text size="sm" c="var(--quiet)" component="span">
                {hint}
              </Text>
            </span>
          </PageLink>
        ))}
      </div>
    </section>
  )
}
