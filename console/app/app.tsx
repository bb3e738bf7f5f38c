import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { common } from '#console/strings/common.ts'
import { queryClient } from './api.ts'
import { currentLanguage, directionOf, useLanguage } from './language.ts'
import { lazyAfterInput } from './lazy-parts.ts'
import { ReloadNotice } from './reload-notice.tsx'
import { router } from './router.tsx'
import { cssVariables, themeWith } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
// The locked scroll of dialogs reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const Overlays = lazyAfterInput(async () => (await import('./overlays.tsx')).Overlays)

export function App() {
  return (
    <Suspense>
      <DirectionProvider initialDirection={directionOf(currentLanguage())} detectDirection={false}>
        <DocumentLanguage />
        <ThemedApp />
      </DirectionProvider>
    </Suspense>
  )
}

function ThemedApp() {
  const words = common.useWords()
  const theme = useMemo(() => themeWith(words), [words])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // The script computes the variables of all colors, so the styles need not contain them.
      deduplicateCssVariables={false}
      getStyleNonce={() => nonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} InnerWrap={WithOverlays} />
        <ReloadNotice />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Dialogs contain links and forms, so they need the router. */
function WithOverlays({ children }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  )
}

/** Keeps the language and the direction of the document in step with the choice of the user. */
function DocumentLanguage() {
  const language = useLanguage()
  const { setDirection } = useDirection()
  useEffect(() => {
    document.documentElement.lang = language
    setDirection(directionOf(language))
  }, [language, setDirection])
  return null
}
