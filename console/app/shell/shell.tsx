import { Box, Burger, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { LoadingPage, MissingPage } from '#console/components/states.tsx'
import { shell } from '#console/strings/shell.ts'
import { AreasContext } from '../area.ts'
import { navigationGroups } from '../areas.ts'
import { lazyAfterInput, lazyAfterPage, lazyPart } from '../lazy-parts.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { permissionsQuery, useMay } from '../permissions.ts'
import { hasManyShops } from '../shops/has-many-shops.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { useStoreBrand } from '../use-store-name.ts'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { usePhoneMenu } from './use-phone-menu.ts'
import { UserButton } from './user-button.tsx'

const AttentionCount = lazyAfterPage(async () => (await import('./after-page.tsx')).AttentionCount)
const LiveChanges = lazyAfterPage(async () => (await import('./after-page.tsx')).LiveChanges)
const OwnLanguage = lazyAfterPage(async () => (await import('./after-page.tsx')).OwnLanguage)
const RequiredSecondFactor = lazyPart(
  async () => (await import('#console/screens/account/second-factor/required-second-factor.tsx')).default,
)
const ShopChooser = lazyAfterPage(async () => (await import('../shops/shop-chooser.tsx')).ShopChooser)
const SessionDialog = lazyAfterInput(async () => (await import('./session-dialog.tsx')).SessionDialog)
const ShortcutsHelp = lazyPart(async () => (await import('../shortcuts/shortcuts-help.tsx')).default)

const AREAS = navigationGroups.flat()

const focusTitle = () => document.getElementById('page-title')?.focus({ preventScroll: true })

const focusPage = () => {
  const field = document.querySelector<HTMLElement>('main [data-autofocus]')
  if (field) field.focus({ preventScroll: true })
  else focusTitle()
}

/** A link to the shown page, after which no navigation ends. */
const isLinkOfPage = (target: EventTarget) =>
  target instanceof Element && target.closest('a')?.pathname === window.location.pathname

/** The frame of all pages of a signed-in user. */
export function Shell() {
  const words = shell.useWords()
  const brand = useStoreBrand()
  const menu = usePhoneMenu()
  const [isHelpOpen, help] = useDisclosure()
  useShortcuts(help.toggle)
  useNavigationEnd(() => menu.close(focusPage))
  return (
    <div className={classes.shell}>
      <Button className="skip-link" inert={menu.isOpen} onClick={focusTitle}>
        {words.skip}
      </Button>
      <header className={classes.header} inert={menu.isOpen}>
        <Box hiddenFrom="sm" className={classes.menu}>
          <Burger ref={menu.opener} onClick={menu.open} size="sm" aria-label={words.menu} aria-expanded={menu.isOpen} />
          <Suspense>
            <AttentionCount />
          </Suspense>
        </Box>
        <PaletteButton />
        <Group gap="xs" wrap="nowrap">
          {hasManyShops() && (
            <Suspense>
              <ShopChooser />
            </Suspense>
          )}
          <UserButton onHelp={help.open} />
        </Group>
      </header>
      <nav
        className={classes.navbar}
        data-open={menu.isOpen}
        aria-label={words.navigation}
        onKeyDown={({ key }) => menu.isOpen && key === 'Escape' && menu.close()}
        onClick={({ target }) => menu.isOpen && isLinkOfPage(target) && menu.close(focusPage)}
      >
        <Group className={classes.brand} justify="space-between" px="md" wrap="nowrap">
          <Brand {...brand} />
          <Burger
            ref={menu.closer}
            opened
            onClick={() => menu.close()}
            hiddenFrom="sm"
            size="sm"
            aria-label={words.closeMenu}
          />
        </Group>
        <Navigation />
      </nav>
      <main inert={menu.isOpen}>
        <AreasContext value={AREAS}>
          <Suspense fallback={<LoadingPage />}>
            <AllowedPage />
          </Suspense>
        </AreasContext>
      </main>
      <Suspense>
        {isHelpOpen && <ShortcutsHelp onClose={help.close} />}
        <SessionDialog />
        <LiveChanges />
        <OwnLanguage />
      </Suspense>
    </div>
  )
}

/** The page, or the right that the role of the user lacks for it. */
function AllowedPage() {
  const may = useMay()
  const { data: permissions } = useQuery(permissionsQuery())
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.needs })
  if (permissions?.lacks_second_factor) return <RequiredSecondFactor />
  return needs && !may(needs) ? <MissingPage procedure={needs} /> : <Outlet />
}

/** Runs after each navigation to another path, and not after the first load. */
function useNavigationEnd(run: () => void): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) latest.current()
    before.current = path
  }, [path])
}
