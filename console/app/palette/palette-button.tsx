import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useSyncExternalStore } from 'react'
import { palette } from '#console/strings/palette.ts'
import classes from './palette-button.module.css'
import { isPaletteRequested, openPalette, Palette, subscribePalette } from './palette-store.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function PaletteButton() {
  const words = palette.useWords()
  const isRequested = useSyncExternalStore(subscribePalette, isPaletteRequested)
  return (
    <>
      <UnstyledButton className={classes.button} onClick={() => void openPalette()} aria-label={words.title}>
        <IconSearch size={16} aria-hidden />
        <span className={classes.text}>{words.open}</span>
        <Kbd className={classes.keys}>{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <Suspense>{isRequested && <Palette />}</Suspense>
    </>
  )
}
