import { lazy, Suspense } from 'react'
import { Page } from '#console/components/page.tsx'
import { Columns } from '#console/components/section.tsx'
import { LoadingLines } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { Attention } from './attention.tsx'
import { FailedWork } from './failed-work.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { LowStock } from './low-stock.tsx'
import { RunningOut } from './running-out.tsx'
import { SetupGuide } from './setup-guide.tsx'

/** The first load has no forms and no chart. */
const SalesSection = lazy(async () => ({ default: (await import('./sales-section.tsx')).SalesSection }))

export function Home() {
  const names = navigation.useWords()
  return (
    <Page title={names.home} width="detail">
      <Columns
        main={
          <>
            <SetupGuide />
            <Suspense fallback={<LoadingLines lines={12} />}>
              <SalesSection />
            </Suspense>
            <LatestOrders />
          </>
        }
        side={
          <>
            <Attention />
            <RunningOut />
            <LowStock />
            <FailedWork />
          </>
        }
      />
    </Page>
  )
}
