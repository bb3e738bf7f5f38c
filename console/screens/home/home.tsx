import { Page } from '#console/components/page.tsx'
import { Columns } from '#console/components/section.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { Attention } from './attention.tsx'
import { FailedWork } from './failed-work.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { LowStock } from './low-stock.tsx'
import { RunningOut } from './running-out.tsx'
import { SalesSection } from './sales-section.tsx'
import { SetupGuide } from './setup-guide.tsx'

export function Home() {
  const names = navigation.useWords()
  return (
    <Page title={names.home} width="detail">
      <Columns
        main={
          <>
            <SetupGuide />
            <SalesSection />
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
