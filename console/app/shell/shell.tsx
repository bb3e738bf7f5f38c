import { AppShell, Burger, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { LoadingPage } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { shell } from '#console/strings/shell.ts'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'
import { SessionDialog } from './session-dialog.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The frame of all pages of a signed-in user. */
export function Shell() {
  const words = useStrings(shell)
  const [isOpen, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    close()
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [path])
  return (
    <AppShell
      layout="alt"
      header={{ height: 56, collapsed: false }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <Button className="skip-link" onClick={() => document.getElementById('page-title')?.focus()}>
        {words.skip}
      </Button>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
          <Group gap="xs" ms="auto">
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={words.navigation}>
        <Group justify="space-between" px="md" h={56}>
          <Brand />
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
        </Group>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <SessionDialog />
    </AppShell>
  )
}
